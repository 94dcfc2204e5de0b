// Runner for Bouncy Castle: CMS signature and PKIX path, at the creation date.

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.Security;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.ASN1Set;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

public class Runner {
  static JsonObject blocks;

  /** The bytes of an input. */
  static byte[] build(JsonArray pieces) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (JsonElement element : pieces) {
      JsonObject piece = element.getAsJsonObject();
      byte[] unit;
      if (piece.has("text")) {
        unit = piece.get("text").getAsString().getBytes(StandardCharsets.UTF_8);
      } else if (piece.has("block")) {
        unit = block(piece.get("block").getAsString());
      } else if (piece.has("encode")) {
        unit = Base64.getEncoder().encode(build(piece.getAsJsonArray("encode")));
      } else {
        unit = Base64.getDecoder().decode(piece.get("base64").getAsString());
      }
      int count = piece.has("count") ? piece.get("count").getAsInt() : 1;
      for (int number = 0; number < count; number++) {
        if (piece.has("counterOffset")) {
          int offset = piece.get("counterOffset").getAsInt();
          unit[offset] = (byte) (number >> 8);
          unit[offset + 1] = (byte) number;
        }
        data.writeBytes(unit);
      }
    }
    return data.toByteArray();
  }

  static byte[] block(String name) {
    return Base64.getDecoder().decode(blocks.get(name).getAsString());
  }

  /** The creation date, attribute 12, without which there is no date to judge the path at. */
  static Date created(byte[] payload) throws Exception {
    ASN1Primitive outer = ASN1Primitive.fromByteArray(payload);
    if (outer instanceof ASN1OctetString) {
      outer = ASN1Primitive.fromByteArray(((ASN1OctetString) outer).getOctets());
    }
    for (ASN1Encodable one : ASN1Set.getInstance(outer)) {
      ASN1Sequence attribute = ASN1Sequence.getInstance(one);
      if (ASN1Integer.getInstance(attribute.getObjectAt(0)).hasValue(12)) {
        byte[] value = ASN1OctetString.getInstance(attribute.getObjectAt(2)).getOctets();
        String text = ((ASN1String) ASN1Primitive.fromByteArray(value)).getString();
        return Date.from(OffsetDateTime.parse(text).toInstant());
      }
    }
    throw new Exception("no creation date");
  }

  static void verify(byte[] data, Set<TrustAnchor> roots) throws Exception {
    CMSSignedData message = new CMSSignedData(data);
    Date date = created((byte[]) message.getSignedContent().getContent());
    List<X509Certificate> bag = new ArrayList<>();
    JcaX509CertificateConverter converter = new JcaX509CertificateConverter().setProvider("BC");
    for (X509CertificateHolder holder : message.getCertificates().getMatches(null)) {
      bag.add(converter.getCertificate(holder));
    }
    Collection<SignerInformation> signers = message.getSignerInfos().getSigners();
    if (signers.isEmpty()) {
      throw new Exception("no signer");
    }
    for (SignerInformation signer : signers) {
      Collection<X509CertificateHolder> found = message.getCertificates().getMatches(signer.getSID());
      if (found.isEmpty()) {
        throw new Exception("no certificate of the signer");
      }
      X509Certificate leaf = converter.getCertificate(found.iterator().next());
      X509CertSelector selector = new X509CertSelector();
      selector.setCertificate(leaf);
      PKIXBuilderParameters parameters =
          new PKIXBuilderParameters(roots, selector);
      parameters.addCertStore(
          CertStore.getInstance("Collection", new CollectionCertStoreParameters(bag), "BC"));
      parameters.setDate(date);
      parameters.setRevocationEnabled(false);
      CertPathBuilder.getInstance("PKIX", "BC").build(parameters);
      // With the key: with the certificate, it would be judged at the signing time or now.
      if (!signer.verify(
          new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(leaf.getPublicKey()))) {
        throw new Exception("wrong signature");
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    JsonObject set =
        JsonParser.parseReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).getAsJsonObject();
    blocks = set.getAsJsonObject("blocks");
    CertificateFactory factory = CertificateFactory.getInstance("X.509", "BC");
    for (JsonElement element : set.getAsJsonArray("cases")) {
      JsonObject one = element.getAsJsonObject();
      JsonObject answer = new JsonObject();
      answer.add("id", one.get("id"));
      answer.addProperty("result", "ACCEPT");
      try {
        Set<TrustAnchor> roots = new HashSet<>();
        for (JsonElement anchor : one.getAsJsonArray("anchors")) {
          byte[] encoding = block(anchor.getAsString());
          roots.add(
              new TrustAnchor(
                  (X509Certificate)
                      factory.generateCertificate(new ByteArrayInputStream(encoding)), null));
        }
        verify(build(one.getAsJsonArray("input")), roots);
      } catch (Exception error) {
        answer.addProperty("result", "REFUSE");
        answer.addProperty("detail", String.valueOf(error.getMessage()));
      }
      System.out.println(answer);
      System.out.flush();
    }
  }
}
