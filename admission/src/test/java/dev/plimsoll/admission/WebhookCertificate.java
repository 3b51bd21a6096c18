package dev.plimsoll.admission;

import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/**
 * A certificate for the loopback address that vouches for itself.
 *
 * @param certificate its file
 * @param key the file of its key
 */
record WebhookCertificate(Path certificate, Path key) {

  static WebhookCertificate in(Path folder) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    KeyPair pair = generator.generateKeyPair();
    X500Name name = new X500Name("CN=plimsoll-admission");
    Instant now = Instant.now();
    Object certificate =
        new JcaX509v3CertificateBuilder(
                name,
                BigInteger.valueOf(System.nanoTime()),
                Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(Duration.ofDays(1))),
                name,
                pair.getPublic())
            .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
            .addExtension(
                Extension.subjectAlternativeName,
                false,
                new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")))
            .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()));
    return new WebhookCertificate(
        write(folder.resolve("webhook.crt"), certificate),
        write(
            folder.resolve("webhook.key"),
            new PemObject("PRIVATE KEY", pair.getPrivate().getEncoded())));
  }

  private static Path write(Path file, Object object) throws Exception {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
      pem.writeObject(object);
    }
    return Files.writeString(file, text.toString());
  }

  /** Returns it as webhook configurations take it. */
  String caBundle() throws Exception {
    return Base64.getEncoder().encodeToString(Files.readAllBytes(certificate));
  }
}
