//! RustCrypto's `der` and `spki`.

#[path = "../peer.rs"]
mod peer;

use der::asn1::{AnyRef, BitStringRef, IntRef, OctetStringRef};
use der::oid::ObjectIdentifier;
use der::{Decode, Reader, SliceReader, Tag, TagMode, TagNumber};
use peer::{Failure, Library, Visitor};
use spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};

type Outcome<T> = Result<T, Failure>;

fn skip<'a>(reader: &mut impl Reader<'a>) -> der::Result<()> {
    while !reader.is_finished() {
        reader.tlv_bytes()?;
    }
    Ok(())
}

struct DER;

impl Library for DER {
    fn payload(message: &[u8]) -> Outcome<&[u8]> {
        let mut reader = SliceReader::new(message)?;
        let content = reader.sequence(|info| -> der::Result<AnyRef> {
            info.decode::<ObjectIdentifier>()?;
            AnyRef::decode(info)
        })?;
        reader.finish()?;
        let mut reader = SliceReader::new(content.value())?;
        let content = reader.sequence(|signed| -> der::Result<AnyRef> {
            signed.decode::<u8>()?;
            signed.decode::<AnyRef>()?;
            let content = signed.sequence(|encapsulated| -> der::Result<AnyRef> {
                encapsulated.decode::<ObjectIdentifier>()?;
                AnyRef::decode(encapsulated)
            })?;
            skip(signed)?;
            Ok(content)
        })?;
        Ok(<&OctetStringRef>::from_der(content.value())?.as_bytes())
    }

    fn attributes(set: &[u8], visitor: &mut Visitor) -> Outcome<()> {
        let set = AnyRef::from_der(set)?;
        if set.header().tag() != Tag::Set {
            return Err("no SET".into());
        }
        let mut reader = SliceReader::new(set.value())?;
        while !reader.is_finished() {
            let (kind, value) = reader.sequence(|attribute| -> der::Result<(i64, &[u8])> {
                let kind = attribute.decode()?;
                attribute.decode::<i64>()?;
                Ok((kind, attribute.decode::<&OctetStringRef>()?.as_bytes()))
            })?;
            visitor(kind, value)?;
        }
        Ok(())
    }

    fn text(value: &[u8]) -> Outcome<&str> {
        Ok(std::str::from_utf8(AnyRef::from_der(value)?.value())?)
    }

    fn number(value: &[u8]) -> Outcome<i64> {
        Ok(i64::from_der(value)?)
    }

    fn seconds(text: &str) -> Outcome<i64> {
        Ok(text.parse::<der::DateTime>()?.unix_duration().as_secs() as i64)
    }

    fn certificate(certificate: &[u8]) -> Outcome<peer::Certificate<'_>> {
        let mut reader = SliceReader::new(certificate)?;
        let found = reader.sequence(|outer| -> der::Result<peer::Certificate> {
            let found = outer.sequence(|fields| -> der::Result<peer::Certificate> {
                fields.context_specific::<u8>(TagNumber(0), TagMode::Explicit)?;
                let serial = fields.decode::<IntRef>()?.as_bytes();
                fields.decode::<AlgorithmIdentifierRef>()?;
                fields.decode::<AnyRef>()?;
                fields.decode::<AnyRef>()?;
                let subject = fields.tlv_bytes()?;
                let key = fields.decode::<SubjectPublicKeyInfoRef>()?.subject_public_key;
                skip(fields)?;
                Ok(peer::Certificate { serial, subject, key_bits: key.bit_len() })
            })?;
            outer.decode::<AlgorithmIdentifierRef>()?;
            outer.decode::<BitStringRef>()?;
            Ok(found)
        })?;
        reader.finish()?;
        Ok(found)
    }
}

fn main() -> Outcome<()> {
    peer::run::<DER>()
}
