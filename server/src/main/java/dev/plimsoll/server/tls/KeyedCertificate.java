package dev.plimsoll.server.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * A certificate with its key.
 *
 * @param chain the certificate, then those between it and the root; not empty
 * @param key the certificate's private key
 */
public record KeyedCertificate(List<X509Certificate> chain, PrivateKey key) {

  public KeyedCertificate {
    chain = List.copyOf(chain);
  }

  /**
   * Returns a certificate with its key.
   *
   * @throws IOException if the key is another's: a renewed certificate may be there before its key
   *     is, or the other way round
   */
  public static KeyedCertificate of(List<X509Certificate> chain, PrivateKey key)
      throws GeneralSecurityException, IOException {
    if (!isPair(key, chain.get(0).getPublicKey())) {
      throw new IOException("the key is not the certificate's");
    }
    return new KeyedCertificate(chain, key);
  }

  private static boolean isPair(PrivateKey key, PublicKey certified)
      throws GeneralSecurityException {
    if (!key.getAlgorithm().equals(certified.getAlgorithm())) {
      return false;
    }
    byte[] some = {1};
    Signature signature = Signature.getInstance(signatureAlgorithm(key));
    signature.initSign(key);
    signature.update(some);
    byte[] signed = signature.sign();
    signature.initVerify(certified);
    signature.update(some);
    return signature.verify(signed);
  }

  private static String signatureAlgorithm(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
  }

  /** Returns the certificate itself. */
  public X509Certificate certificate() {
    return chain.get(0);
  }

  /** Returns when it expires. */
  public Instant notAfter() {
    return certificate().getNotAfter().toInstant();
  }

  /** Names the certificate's subject, never the key. */
  @Override
  public String toString() {
    return certificate().getSubjectX500Principal().getName();
  }
}
