package dev.plimsoll.admission.certificate;

import dev.plimsoll.server.tls.KeyedCertificate;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A CA with its key, ECDSA P-256 as what it signs. Certificates are valid from an hour before they
 * were made, since clocks differ.
 */
final class Authority {
  private static final Duration CLOCK_SKEW = Duration.ofHours(1);
  private static final int SERIAL_BITS = 127;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final KeyedCertificate own;

  Authority(KeyedCertificate own) {
    this.own = own;
  }

  /**
   * Creates a CA with a new key.
   *
   * @param name the name that all CAs of a service have
   */
  static Authority create(X500Principal name, Instant now, Duration validity) {
    try {
      KeyPair pair = pair();
      X509v3CertificateBuilder builder =
          builder(name, now, now.plus(validity), name, pair)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
              .addExtension(
                  Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return new Authority(
          new KeyedCertificate(List.of(signed(builder, pair.getPrivate())), pair.getPrivate()));
    } catch (CertIOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make a CA", e);
    }
  }

  /** Signs a certificate of a server with these names; it doesn't outlive the CA. */
  KeyedCertificate issue(List<String> dnsNames, Instant now, Duration validity) {
    Instant end = now.plus(validity);
    Instant last = own.notAfter();
    try {
      KeyPair pair = pair();
      X509v3CertificateBuilder builder =
          builder(
                  own.certificate().getSubjectX500Principal(),
                  now,
                  end.isAfter(last) ? last : end,
                  new X500Principal("CN=" + dnsNames.get(0)),
                  pair)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
              .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
              .addExtension(
                  Extension.extendedKeyUsage,
                  false,
                  new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
              .addExtension(
                  Extension.authorityKeyIdentifier,
                  false,
                  new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(own.certificate()))
              .addExtension(Extension.subjectAlternativeName, false, names(dnsNames));
      return new KeyedCertificate(List.of(signed(builder, own.key())), pair.getPrivate());
    } catch (CertIOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("cannot issue a certificate", e);
    }
  }

  private static GeneralNames names(List<String> dnsNames) {
    return new GeneralNames(
        dnsNames.stream()
            .map(name -> new GeneralName(GeneralName.dNSName, name))
            .toArray(GeneralName[]::new));
  }

  private static KeyPair pair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X509v3CertificateBuilder builder(
      X500Principal issuer, Instant now, Instant end, X500Principal subject, KeyPair pair)
      throws CertIOException, GeneralSecurityException {
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            issuer,
            new BigInteger(SERIAL_BITS, RANDOM).add(BigInteger.ONE),
            Date.from(now.minus(CLOCK_SKEW)),
            Date.from(end),
            subject,
            pair.getPublic());
    return builder.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
  }

  private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
  }

  X509Certificate certificate() {
    return own.certificate();
  }

  KeyedCertificate keyed() {
    return own;
  }

  /** Returns whether this signed it. */
  boolean hasIssued(X509Certificate certificate) {
    return isIssuer(own.certificate(), certificate);
  }

  /** Returns whether a CA signed a certificate. */
  static boolean isIssuer(X509Certificate authority, X509Certificate certificate) {
    try {
      certificate.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
