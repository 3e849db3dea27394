//! Gives the shared library its name and version, which Rust leaves out.
//!
//! While the major version is 0 a minor version may break the ABI, so both are part of the SONAME.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let get = |name: &str| std::env::var(name).unwrap_or_default();
    let version = match get("CARGO_PKG_VERSION_MAJOR").as_str() {
        "0" => format!("0.{}", get("CARGO_PKG_VERSION_MINOR")),
        major => major.to_owned(),
    };
    match get("CARGO_CFG_TARGET_OS").as_str() {
        "linux" | "freebsd" => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libsurefoot.so.{version}");
            // A sanitizer's runtime comes with the program that loads the library.
            if std::env::var_os("CARGO_CFG_SANITIZE").is_none() {
                println!("cargo::rustc-cdylib-link-arg=-Wl,-z,defs");
            }
        }
        "macos" => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libsurefoot.{version}.dylib");
        }
        _ => {}
    }
}
