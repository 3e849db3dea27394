"""The nouns: made once from arrays, checked by the library, never changed, read as views of its memory."""
