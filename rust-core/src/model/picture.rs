//! [`Picture`]: pixels in memory.

/// An image of red, green and blue bytes, rows from the top.
///
/// ```
/// use surefoot::model::Picture;
///
/// let mut picture = Picture::new(4, 3, [255, 255, 255]);
/// picture.set(1, 2, [200, 0, 0]);
/// assert_eq!(picture.get(1, 2), Some([200, 0, 0]));
/// assert_eq!((picture.get(4, 0), picture.pixels().len()), (None, 12));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// One colour all over.
    pub fn new(width: usize, height: usize, colour: [u8; 3]) -> Self {
        Self { width, height, pixels: vec![colour; width * height] }
    }

    /// Pixels in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// All pixels, row by row.
    pub fn pixels(&self) -> &[[u8; 3]] {
        &self.pixels
    }

    /// The colour at a place; `None` outside.
    pub fn get(&self, x: usize, y: usize) -> Option<[u8; 3]> {
        (x < self.width && y < self.height).then(|| self.pixels[y * self.width + x])
    }

    /// Sets a pixel; places outside are left alone.
    pub fn set(&mut self, x: usize, y: usize, colour: [u8; 3]) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = colour;
        }
    }
}
