//! What a library for DER is asked: peer OPERATION FILE ROOT SECONDS.

use std::hint::black_box;

pub type Failure = Box<dyn std::error::Error>;
/// Type and value of an attribute.
pub type Visitor<'v> = dyn FnMut(i64, &[u8]) -> Result<(), Failure> + 'v;

pub trait Library {
    fn payload(message: &[u8]) -> Result<&[u8], Failure>;
    fn attributes(set: &[u8], visitor: &mut Visitor) -> Result<(), Failure>;
    fn text(value: &[u8]) -> Result<&str, Failure>;
    fn number(value: &[u8]) -> Result<i64, Failure>;
    fn seconds(text: &str) -> Result<i64, Failure>;
    fn certificate(certificate: &[u8]) -> Result<Certificate<'_>, Failure>;
}

pub struct Certificate<'a> {
    pub serial: &'a [u8],
    pub subject: &'a [u8],
    pub key_bits: usize,
}

impl Certificate<'_> {
    fn sum(&self) -> usize {
        let last = self.serial[self.serial.len() - 1] as usize;
        let next = match self.serial {
            [one] => (*one as i8 >> 7) as u8 as usize,
            more => more[more.len() - 2] as usize,
        };
        self.subject.len() + (next << 8 | last) + self.key_bits
    }
}

fn identifiers<L: Library>(message: &[u8]) -> Result<String, Failure> {
    let (mut purchases, mut sum) = (0, 0);
    L::attributes(L::payload(message)?, &mut |kind, value| {
        if kind != 17 {
            return Ok(());
        }
        purchases += 1;
        L::attributes(value, &mut |kind, value| {
            if kind == 1703 || kind == 1705 {
                sum += L::text(value)?.parse::<i64>()? % 1_000_000_000;
            }
            Ok(())
        })
    })?;
    Ok(format!(r#"{{"purchases": "{purchases}", "identifiers": "{sum}"}}"#))
}

#[derive(Default)]
struct Sums {
    purchases: i64,
    characters: usize,
    integers: i64,
    seconds: i64,
}

impl Sums {
    fn add<L: Library>(&mut self, kind: i64, value: &[u8]) -> Result<(), Failure> {
        match kind {
            17 => {
                self.purchases += 1;
                L::attributes(value, &mut |kind, value| self.add::<L>(kind, value))?
            }
            0 | 2 | 3 | 10 | 19 | 1702 | 1703 | 1705 | 1721 => self.characters += L::text(value)?.len(),
            1 | 9 | 11 | 13..=16 | 25 | 1701 | 1707 | 1710 | 1711 | 1713 | 1719 | 1720 | 1722 => {
                self.integers += L::number(value)?
            }
            8 | 12 | 18 | 21 | 1704 | 1706 | 1708 | 1712 => {
                let text = L::text(value)?;
                if !text.is_empty() {
                    self.seconds += L::seconds(text)?
                }
            }
            _ => {}
        }
        Ok(())
    }
}

fn fields<L: Library>(message: &[u8]) -> Result<String, Failure> {
    let mut sums = Sums::default();
    L::attributes(L::payload(message)?, &mut |kind, value| sums.add::<L>(kind, value))?;
    Ok(format!(
        r#"{{"purchases": "{}", "characters": "{}", "integers": "{}", "seconds": "{}"}}"#,
        sums.purchases, sums.characters, sums.integers, sums.seconds
    ))
}

/// A number for each certificate, or `-` for one that is refused.
fn certificates<L: Library>(certificates: &[&[u8]]) -> Result<String, Failure> {
    let each: Vec<String> = certificates
        .iter()
        .map(|one| L::certificate(one).map_or("-".into(), |found| found.sum().to_string()))
        .collect();
    Ok(format!(r#"{{"each": "{}"}}"#, each.join(" ")))
}

/// The elements that a file consists of.
fn split(mut file: &[u8]) -> Vec<&[u8]> {
    let mut elements = Vec::new();
    while let [_, first, rest @ ..] = file {
        let count = if *first < 0x80 { 0 } else { (*first & 0x7F) as usize };
        let length = match count {
            0 => *first as usize,
            _ => rest[..count].iter().fold(0, |length, byte| length << 8 | *byte as usize),
        };
        let (element, others) = file.split_at(2 + count + length);
        elements.push(element);
        file = others;
    }
    elements
}

/// Of this process, in nanoseconds.
fn processor_time() -> f64 {
    #[repr(C)]
    struct Timespec {
        seconds: i64,
        nanoseconds: i64,
    }
    extern "C" {
        fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
    }
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // CLOCK_PROCESS_CPUTIME_ID of Linux.
    unsafe { clock_gettime(2, &mut time) };
    time.seconds as f64 * 1e9 + time.nanoseconds as f64
}

fn measure(seconds: f64, work: impl Fn() -> Result<String, Failure>) -> Result<(), Failure> {
    let answer = work()?;
    let mut rounds = Vec::new();
    let begin = processor_time();
    while rounds.len() < 7 || processor_time() - begin < seconds * 1e9 && rounds.len() < 1000 {
        let start = processor_time();
        let (mut count, mut time) = (0.0, 0.0);
        while time < 1e6 {
            black_box(work()?);
            count += 1.0;
            time = processor_time() - start;
        }
        rounds.push((time / count).to_string());
    }
    println!(r#"{{"answer": {answer}, "ns": [{}]}}"#, rounds.join(", "));
    Ok(())
}

pub fn run<L: Library>() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let file = std::fs::read(&arguments[2])?;
    let seconds = arguments[4].parse()?;
    match arguments[1].as_str() {
        "identifiers" => measure(seconds, || identifiers::<L>(black_box(&file))),
        "fields" => measure(seconds, || fields::<L>(black_box(&file))),
        "certificates" => {
            let elements = split(&file);
            measure(seconds, || certificates::<L>(black_box(&elements)))
        }
        _ => Ok(println!(r#"{{"skip": "it verifies nothing"}}"#)),
    }
}
