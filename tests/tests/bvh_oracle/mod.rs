//! A BVH evaluator that shares nothing with the library: words, matrices, recursion.

pub(crate) struct Oracle {
    pub(crate) names: Vec<String>,
    parents: Vec<usize>,
    offsets: Vec<[f64; 3]>,
    channels: Vec<Vec<String>>,
    numbers: Vec<f64>,
}

type Matrix = [[f64; 3]; 3];

fn product(a: Matrix, b: Matrix) -> Matrix {
    let mut out = [[0.0; 3]; 3];
    for r in 0..3 {
        for c in 0..3 {
            out[r][c] = (0..3).map(|k| a[r][k] * b[k][c]).sum();
        }
    }
    out
}

fn axis_turn(axis: char, degrees: f64) -> Matrix {
    let (s, c) = (degrees * std::f64::consts::PI / 180.0).sin_cos();
    match axis {
        'X' => [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]],
        'Y' => [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]],
        _ => [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]],
    }
}

impl Oracle {
    /// Reads well-formed text: upper-case keywords, no comments.
    pub(crate) fn parse(text: &str) -> Self {
        let mut out =
            Self { names: vec![], parents: vec![], offsets: vec![], channels: vec![], numbers: vec![] };
        let mut stack: Vec<usize> = Vec::new();
        let mut lines = text.lines();
        let mut in_end = false;
        for line in lines.by_ref() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first().copied() {
                Some("ROOT" | "JOINT") => {
                    out.parents.push(stack.last().copied().unwrap_or(usize::MAX));
                    stack.push(out.names.len());
                    out.names.push(words[1..].join(" "));
                    out.offsets.push([0.0; 3]);
                    out.channels.push(vec![]);
                }
                Some("End") => in_end = true,
                Some("OFFSET") if !in_end => {
                    let joint = *stack.last().unwrap();
                    for axis in 0..3 {
                        out.offsets[joint][axis] = words[1 + axis].parse().unwrap();
                    }
                }
                Some("CHANNELS") => {
                    out.channels[*stack.last().unwrap()] =
                        words[2..].iter().map(|w| (*w).to_owned()).collect();
                }
                Some("}") if in_end => in_end = false,
                Some("}") => {
                    stack.pop();
                }
                Some("Frame") => break,
                _ => {}
            }
        }
        out.numbers = lines.flat_map(str::split_whitespace).map(|w| w.parse().unwrap()).collect();
        out
    }

    pub(crate) fn channel_count(&self) -> usize {
        self.channels.iter().map(Vec::len).sum()
    }

    pub(crate) fn frame_count(&self) -> usize {
        self.numbers.len() / self.channel_count()
    }

    pub(crate) fn number(&self, frame: usize, channel: usize) -> f64 {
        self.numbers[frame * self.channel_count() + channel]
    }

    pub(crate) fn channel_range(&self, joint: usize) -> std::ops::Range<usize> {
        let start = self.channels[..joint].iter().map(Vec::len).sum();
        start..start + self.channels[joint].len()
    }

    fn world(&self, frame: usize, joint: usize) -> (Matrix, [f64; 3]) {
        let mut local = self.offsets[joint];
        let mut turn = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        for (channel, index) in self.channels[joint].iter().zip(self.channel_range(joint)) {
            let value = self.number(frame, index);
            let axis = channel.chars().next().unwrap();
            if channel.ends_with("position") {
                local["XYZ".find(axis).unwrap()] = value;
            } else {
                turn = product(turn, axis_turn(axis, value));
            }
        }
        if self.parents[joint] == usize::MAX {
            return (turn, local);
        }
        let (matrix, origin) = self.world(frame, self.parents[joint]);
        let mut position = origin;
        for r in 0..3 {
            position[r] += (0..3).map(|k| matrix[r][k] * local[k]).sum::<f64>();
        }
        (product(matrix, turn), position)
    }

    /// World positions of all joints, file units and axes.
    pub(crate) fn positions(&self, frame: usize) -> Vec<[f64; 3]> {
        (0..self.names.len()).map(|joint| self.world(frame, joint).1).collect()
    }
}
