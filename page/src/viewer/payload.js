// What the page carries: a JSON header and one block of little-endian arrays that it points into.

const ARRAY_KINDS = {
  f32: Float32Array, i16: Int16Array, u16: Uint16Array, u32: Uint32Array, i8: Int8Array, u8: Uint8Array,
};

function decodeBase64(text) {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

// Replaces every {kind, at, count} of the header by the array it names.
function readPayload() {
  const header = JSON.parse(document.getElementById("header").textContent);
  const element = document.getElementById("data");
  const bytes = decodeBase64(element.textContent);
  element.remove();
  const resolve = (value) => {
    if (value === null || typeof value !== "object") return value;
    if (ARRAY_KINDS[value.kind] && "at" in value) {
      return new ARRAY_KINDS[value.kind](bytes.buffer, value.at, value.count);
    }
    for (const key of Object.keys(value)) value[key] = resolve(value[key]);
    return value;
  };
  return resolve(header);
}

