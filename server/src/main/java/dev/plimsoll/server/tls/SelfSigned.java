package dev.plimsoll.server.tls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate that the process signs itself and keeps in memory, ECDSA P-256. It encrypts, and
 * proves nothing. It is valid for a year, and replaced after half of that.
 */
public final class SelfSigned implements CertificateSource {
  private static final String NAME = "localhost";
  private static final Duration VALIDITY = Duration.ofDays(365);
  private static final Duration CLOCK_SKEW = Duration.ofHours(1);
  private static final int SERIAL_BITS = 127;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Clock clock;

  @GuardedBy("this")
  private KeyedCertificate current;

  private SelfSigned(Clock clock, KeyedCertificate first) {
    this.clock = clock;
    this.current = first;
  }

  /** Makes a certificate. */
  public static SelfSigned create() {
    return of(Clock.systemUTC());
  }

  static SelfSigned of(Clock clock) {
    return new SelfSigned(clock, certificate(clock.instant()));
  }

  @Override
  public synchronized KeyedCertificate current() {
    Instant now = clock.instant();
    if (now.isAfter(current.notAfter().minus(VALIDITY.dividedBy(2)))) {
      current = certificate(now);
    }
    return current;
  }

  private static KeyedCertificate certificate(Instant now) {
    X500Principal name = new X500Principal("CN=" + NAME);
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              name,
              new BigInteger(SERIAL_BITS, RANDOM).add(BigInteger.ONE),
              Date.from(now.minus(CLOCK_SKEW)),
              Date.from(now.plus(VALIDITY)),
              name,
              pair.getPublic());
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(
          Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, NAME)));
      return new KeyedCertificate(
          List.of(
              new JcaX509CertificateConverter()
                  .getCertificate(
                      builder.build(
                          new JcaContentSignerBuilder("SHA256withECDSA")
                              .build(pair.getPrivate())))),
          pair.getPrivate());
    } catch (CertIOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make a certificate", e);
    }
  }
}
