package dev.plimsoll.server.http;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/** An authority that signs certificates for tests. */
final class Certificates {
  private final Path folder;
  private final X500Name name;
  private final KeyPair keys = pair();
  private long serial;

  Certificates(Path folder, String name) {
    this.folder = folder;
    this.name = new X500Name("CN=" + name);
    write(folder.resolve(name + ".crt"), certificate(this.name, keys, true, Duration.ofHours(1)));
  }

  private static KeyPair pair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes a certificate for the loopback address and its key, over what is there. */
  void issue(String file) {
    issue(file, Duration.ofHours(1));
  }

  /** Writes one that has expired a minute ago. */
  void issueExpired(String file) {
    issue(file, Duration.ofMinutes(-1));
  }

  private void issue(String file, Duration left) {
    KeyPair own = pair();
    write(
        folder.resolve(file + ".key"), new PemObject("PRIVATE KEY", own.getPrivate().getEncoded()));
    write(folder.resolve(file + ".crt"), certificate(new X500Name("CN=" + file), own, false, left));
  }

  private X509CertificateHolder certificate(
      X500Name subject, KeyPair own, boolean authority, Duration left) {
    Instant now = Instant.now();
    try {
      return new JcaX509v3CertificateBuilder(
              name,
              BigInteger.valueOf(System.nanoTime() + serial++),
              Date.from(now.minus(Duration.ofHours(1))),
              Date.from(now.plus(left)),
              subject,
              own.getPublic())
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(authority))
          .addExtension(
              Extension.subjectAlternativeName,
              false,
              new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")))
          .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()));
    } catch (IOException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Path file, Object object) {
    StringWriter text = new StringWriter();
    try {
      try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
        pem.writeObject(object);
      }
      Files.writeString(file, text.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Path> file(String file) {
    return List.of(folder.resolve(file));
  }
}
