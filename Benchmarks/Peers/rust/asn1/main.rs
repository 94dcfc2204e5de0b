//! Rust's `asn1`, with types as its users derive them.

#[path = "../peer.rs"]
mod peer;

use asn1::{BigInt, BitString, ObjectIdentifier, SequenceOf, SetOf, Tlv};
use peer::{Failure, Library, Visitor};

type Outcome<T> = Result<T, Failure>;

fn parsed<'a, T: asn1::Asn1Readable<'a>>(bytes: &'a [u8]) -> Outcome<T> {
    asn1::parse_single(bytes).map_err(|error| format!("{error:?}").into())
}

#[derive(asn1::Asn1Read)]
struct ContentInfo<'a> {
    _content_type: ObjectIdentifier,
    #[explicit(0)]
    content: Option<SignedData<'a>>,
}

#[derive(asn1::Asn1Read)]
struct SignedData<'a> {
    _version: u8,
    _digest_algorithms: SetOf<'a, AlgorithmIdentifier<'a>>,
    encap_content_info: EncapsulatedContentInfo<'a>,
    _certificates: Tlv<'a>,
    _signer_infos: SetOf<'a, Tlv<'a>>,
}

#[derive(asn1::Asn1Read)]
struct EncapsulatedContentInfo<'a> {
    _content_type: ObjectIdentifier,
    #[explicit(0)]
    content: Option<&'a [u8]>,
}

#[derive(asn1::Asn1Read)]
struct AlgorithmIdentifier<'a> {
    _algorithm: ObjectIdentifier,
    _parameters: Option<Tlv<'a>>,
}

#[derive(asn1::Asn1Read)]
struct Attribute<'a> {
    kind: i64,
    _version: i64,
    value: &'a [u8],
}

#[derive(asn1::Asn1Read)]
struct Certificate<'a> {
    fields: TBSCertificate<'a>,
    _algorithm: AlgorithmIdentifier<'a>,
    _signature: BitString<'a>,
}

#[derive(asn1::Asn1Read)]
struct TBSCertificate<'a> {
    #[explicit(0)]
    _version: Option<u8>,
    serial: BigInt<'a>,
    _algorithm: AlgorithmIdentifier<'a>,
    _issuer: Tlv<'a>,
    _validity: Validity,
    subject: Tlv<'a>,
    key: SubjectPublicKeyInfo<'a>,
    #[implicit(1)]
    _issuer_unique_id: Option<BitString<'a>>,
    #[implicit(2)]
    _subject_unique_id: Option<BitString<'a>>,
    #[explicit(3)]
    _extensions: Option<SequenceOf<'a, Extension<'a>>>,
}

#[derive(asn1::Asn1Read)]
enum Time {
    UTC(#[allow(dead_code)] asn1::UtcTime),
    Generalized(#[allow(dead_code)] asn1::GeneralizedTime),
}

#[derive(asn1::Asn1Read)]
struct Validity {
    _not_before: Time,
    _not_after: Time,
}

#[derive(asn1::Asn1Read)]
struct SubjectPublicKeyInfo<'a> {
    _algorithm: AlgorithmIdentifier<'a>,
    key: BitString<'a>,
}

#[derive(asn1::Asn1Read)]
struct Extension<'a> {
    _identifier: ObjectIdentifier,
    #[default(false)]
    _is_critical: bool,
    _value: &'a [u8],
}

struct ASN1;

impl Library for ASN1 {
    fn payload(message: &[u8]) -> Outcome<&[u8]> {
        let signed = parsed::<ContentInfo>(message)?.content.ok_or("no content")?;
        Ok(signed.encap_content_info.content.ok_or("no payload")?)
    }

    fn attributes(set: &[u8], visitor: &mut Visitor) -> Outcome<()> {
        for attribute in parsed::<SetOf<Attribute>>(set)? {
            visitor(attribute.kind, attribute.value)?;
        }
        Ok(())
    }

    fn text(value: &[u8]) -> Outcome<&str> {
        Ok(std::str::from_utf8(parsed::<Tlv>(value)?.data())?)
    }

    fn number(value: &[u8]) -> Outcome<i64> {
        parsed(value)
    }

    fn seconds(text: &str) -> Outcome<i64> {
        Ok(chrono::DateTime::parse_from_rfc3339(text)?.timestamp())
    }

    fn certificate(certificate: &[u8]) -> Outcome<peer::Certificate<'_>> {
        let fields = parsed::<Certificate>(certificate)?.fields;
        let key = fields.key.key;
        Ok(peer::Certificate {
            serial: fields.serial.as_bytes(),
            subject: fields.subject.full_data(),
            key_bits: key.as_bytes().len() * 8 - key.padding_bits() as usize,
        })
    }
}

fn main() -> Outcome<()> {
    peer::run::<ASN1>()
}
