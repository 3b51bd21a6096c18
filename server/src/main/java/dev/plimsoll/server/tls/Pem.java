package dev.plimsoll.server.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.util.io.pem.PemObject;

/** Certificates and keys in PEM, as Kubernetes keeps them in Secrets. */
public final class Pem {
  private Pem() {}

  /**
   * Reads certificates.
   *
   * @return not empty
   * @throws IOException if there is none
   */
  public static List<X509Certificate> certificates(String text)
      throws GeneralSecurityException, IOException {
    List<X509Certificate> all = new ArrayList<>();
    for (Certificate certificate :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
      all.add((X509Certificate) certificate);
    }
    if (all.isEmpty()) {
      throw new IOException("no certificate found");
    }
    return List.copyOf(all);
  }

  /**
   * Reads the first private key.
   *
   * @throws IOException if there is none
   */
  public static PrivateKey key(String text) throws IOException {
    try (PEMParser parser = new PEMParser(new StringReader(text))) {
      JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
      for (Object read = parser.readObject(); read != null; read = parser.readObject()) {
        if (read instanceof PEMKeyPair pair) {
          return converter.getPrivateKey(pair.getPrivateKeyInfo());
        }
        if (read instanceof PrivateKeyInfo info) {
          return converter.getPrivateKey(info);
        }
      }
      throw new IOException("no private key found");
    }
  }

  /** Writes certificates, one after the other. */
  public static String write(List<X509Certificate> certificates) {
    return pem(certificates);
  }

  /** Writes a private key. */
  public static String write(PrivateKey key) {
    return pem(List.of(new PemObject("PRIVATE KEY", key.getEncoded())));
  }

  private static String pem(List<?> objects) {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
      for (Object object : objects) {
        pem.writeObject(object);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
