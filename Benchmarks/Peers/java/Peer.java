// Bouncy Castle: java Peer OPERATION FILE ROOT SECONDS.

import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1InputStream;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.ASN1Set;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.cms.ContentInfo;
import org.bouncycastle.asn1.cms.SignedData;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

public class Peer {
  interface Visitor {
    void see(int type, byte[] value) throws Exception;
  }

  interface Work {
    String run(byte[] data) throws Exception;
  }

  static void attributes(byte[] set, Visitor visitor) throws Exception {
    for (ASN1Encodable one : ASN1Set.getInstance(ASN1Primitive.fromByteArray(set))) {
      ASN1Sequence attribute = ASN1Sequence.getInstance(one);
      visitor.see(
          ASN1Integer.getInstance(attribute.getObjectAt(0)).intValueExact(),
          ASN1OctetString.getInstance(attribute.getObjectAt(2)).getOctets());
    }
  }

  static byte[] payload(byte[] data) {
    SignedData signed = SignedData.getInstance(ContentInfo.getInstance(data).getContent());
    return ASN1OctetString.getInstance(signed.getEncapContentInfo().getContent()).getOctets();
  }

  static String text(byte[] value) throws Exception {
    return ((ASN1String) ASN1Primitive.fromByteArray(value)).getString();
  }

  static String identifiers(byte[] payload) throws Exception {
    long[] sums = new long[2];
    attributes(payload, (type, value) -> {
      if (type != 17) return;
      sums[0]++;
      attributes(value, (inner, text) -> {
        if (inner == 1703 || inner == 1705) sums[1] += Long.parseLong(text(text)) % 1_000_000_000;
      });
    });
    return "{\"purchases\": \"" + sums[0] + "\", \"identifiers\": \"" + sums[1] + "\"}";
  }

  static class Sums implements Visitor {
    long purchases, characters, integers, seconds;

    public void see(int type, byte[] value) throws Exception {
      switch (type) {
        case 17 -> {
          purchases++;
          attributes(value, this);
        }
        case 0, 2, 3, 10, 19, 1702, 1703, 1705, 1721 -> characters += text(value).length();
        case 1, 9, 11, 13, 14, 15, 16, 25, 1701, 1707, 1710, 1711, 1713, 1719, 1720, 1722 ->
            integers += ASN1Integer.getInstance(value).longValueExact();
        case 8, 12, 18, 21, 1704, 1706, 1708, 1712 -> {
          String text = text(value);
          if (!text.isEmpty()) seconds += Instant.parse(text).getEpochSecond();
        }
        default -> {}
      }
    }
  }

  static String fields(byte[] data) throws Exception {
    Sums sums = new Sums();
    attributes(payload(data), sums);
    return "{\"purchases\": \"" + sums.purchases + "\", \"characters\": \"" + sums.characters
        + "\", \"integers\": \"" + sums.integers + "\", \"seconds\": \"" + sums.seconds + "\"}";
  }

  static List<byte[]> split(byte[] data) throws Exception {
    List<byte[]> elements = new ArrayList<>();
    try (ASN1InputStream stream = new ASN1InputStream(data)) {
      for (ASN1Primitive one; (one = stream.readObject()) != null; ) elements.add(one.getEncoded());
    }
    return elements;
  }

  /** A number for each, or - for one that is refused. */
  static String certificates(List<byte[]> elements) {
    StringJoiner each = new StringJoiner(" ");
    for (byte[] element : elements) {
      try {
        X509CertificateHolder found = new X509CertificateHolder(element);
        int last = found.getSerialNumber().and(BigInteger.valueOf(0xFFFF)).intValue();
        int bits = found.getSubjectPublicKeyInfo().getPublicKeyData().getBytes().length * 8;
        each.add(String.valueOf(found.getSubject().getEncoded().length + last + bits));
      } catch (Exception refused) {
        each.add("-");
      }
    }
    return "{\"each\": \"" + each + "\"}";
  }

  static String validate(byte[] data, Set<TrustAnchor> roots) throws Exception {
    CMSSignedData message = new CMSSignedData(data);
    byte[] payload = (byte[]) message.getSignedContent().getContent();
    String[] app = new String[1];
    Date[] created = new Date[1];
    attributes(payload, (type, value) -> {
      if (type == 2) app[0] = text(value);
      if (type == 12) created[0] = Date.from(Instant.parse(text(value)));
    });
    List<X509Certificate> bag = new ArrayList<>();
    JcaX509CertificateConverter converter = new JcaX509CertificateConverter().setProvider("BC");
    for (X509CertificateHolder holder : message.getCertificates().getMatches(null)) {
      bag.add(converter.getCertificate(holder));
    }
    SignerInformation signer = message.getSignerInfos().getSigners().iterator().next();
    Collection<X509CertificateHolder> found = message.getCertificates().getMatches(signer.getSID());
    X509Certificate leaf = converter.getCertificate(found.iterator().next());
    X509CertSelector selector = new X509CertSelector();
    selector.setCertificate(leaf);
    PKIXBuilderParameters parameters = new PKIXBuilderParameters(roots, selector);
    parameters.addCertStore(
        CertStore.getInstance("Collection", new CollectionCertStoreParameters(bag), "BC"));
    parameters.setDate(created[0]);
    parameters.setRevocationEnabled(false);
    CertPathBuilder.getInstance("PKIX", "BC").build(parameters);
    if (!signer.verify(
        new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(leaf.getPublicKey()))) {
      throw new Exception("wrong signature");
    }
    return "{\"app\": \"" + app[0] + "\"}";
  }

  public static void main(String[] arguments) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    byte[] data = Files.readAllBytes(Path.of(arguments[1]));
    byte[] root = Files.readAllBytes(Path.of(arguments[2]));
    X509Certificate anchor =
        (X509Certificate)
            CertificateFactory.getInstance("X.509", "BC")
                .generateCertificate(new ByteArrayInputStream(root));
    Set<TrustAnchor> roots = Set.of(new TrustAnchor(anchor, null));
    Work work =
        switch (arguments[0]) {
          case "identifiers" -> bytes -> identifiers(payload(bytes));
          case "fields" -> Peer::fields;
          case "certificates" -> {
            List<byte[]> elements = split(data);
            yield bytes -> certificates(elements);
          }
          default -> bytes -> validate(bytes, roots);
        };
    String answer = work.run(data);
    double seconds = Double.parseDouble(arguments[3]);
    // The first half warms up the compiler.
    List<String> rounds = new ArrayList<>();
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long begin = clock.getCurrentThreadCpuTime();
    while (rounds.size() < 14
        || clock.getCurrentThreadCpuTime() - begin < seconds * 2e9 && rounds.size() < 2000) {
      long start = clock.getCurrentThreadCpuTime();
      long time = 0;
      int count = 0;
      for (; time < 1_000_000; count++) {
        work.run(data);
        time = clock.getCurrentThreadCpuTime() - start;
      }
      rounds.add(String.valueOf(time / (double) count));
    }
    List<String> warm = rounds.subList(rounds.size() / 2, rounds.size());
    System.out.println("{\"answer\": " + answer + ", \"ns\": [" + String.join(", ", warm) + "]}");
  }
}
