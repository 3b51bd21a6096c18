package dev.plimsoll.admission.certificate;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.server.tls.KeyedCertificate;
import dev.plimsoll.server.tls.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The Secret as the API server stores it. It has {@code ca.crt} with all trusted CAs, {@code
 * ca.key} of the first of them, and {@code tls.crt} and {@code tls.key} of the serving certificate.
 * All are PEM.
 */
final class CertificateSecret {
  private static final String AUTHORITIES = "ca.crt";
  private static final String AUTHORITY_KEY = "ca.key";
  private static final String SERVING = "tls.crt";
  private static final String SERVING_KEY = "tls.key";

  private CertificateSecret() {}

  /**
   * Reads it.
   *
   * @throws InvalidSecretException if it is none that {@link #write} makes
   */
  static StoredCertificates read(JsonObject secret) throws InvalidSecretException {
    List<X509Certificate> authorities = certificates(secret, AUTHORITIES);
    KeyedCertificate signing =
        keyed(AUTHORITY_KEY, List.of(authorities.get(0)), key(secret, AUTHORITY_KEY));
    Optional<KeyedCertificate> serving = Optional.empty();
    if (has(secret, SERVING) || has(secret, SERVING_KEY)) {
      KeyedCertificate stored =
          keyed(SERVING_KEY, certificates(secret, SERVING), key(secret, SERVING_KEY));
      if (authorities.stream().noneMatch(a -> Authority.isIssuer(a, stored.certificate()))) {
        throw new InvalidSecretException(SERVING + " is signed by none of " + AUTHORITIES);
      }
      serving = Optional.of(stored);
    }
    return new StoredCertificates(authorities, new Authority(signing), serving);
  }

  /** Returns the Secret with other content; what else it says stays as it is. */
  static JsonObject write(StoredCertificates stored, JsonObject secret) {
    JsonObject data = new JsonObject();
    add(data, AUTHORITIES, Pem.write(stored.authorities()));
    add(data, AUTHORITY_KEY, Pem.write(stored.signing().keyed().key()));
    stored
        .serving()
        .ifPresent(
            serving -> {
              add(data, SERVING, Pem.write(serving.chain()));
              add(data, SERVING_KEY, Pem.write(serving.key()));
            });
    JsonObject written = secret.deepCopy();
    written.add("data", data);
    return written;
  }

  private static void add(JsonObject data, String name, String pem) {
    data.addProperty(
        name, Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean has(JsonObject secret, String name) {
    return secret.get("data") instanceof JsonObject data && data.has(name);
  }

  private static String text(JsonObject secret, String name) throws InvalidSecretException {
    if (secret.get("data") instanceof JsonObject data
        && data.get(name) instanceof JsonPrimitive base64) {
      try {
        return new String(Base64.getDecoder().decode(base64.getAsString()), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        throw new InvalidSecretException(name + " is no base64");
      }
    }
    throw new InvalidSecretException(name + " is missing");
  }

  private static List<X509Certificate> certificates(JsonObject secret, String name)
      throws InvalidSecretException {
    String text = text(secret, name);
    try {
      return Pem.certificates(text);
    } catch (GeneralSecurityException | IOException e) {
      throw new InvalidSecretException(name + " has no certificates in PEM");
    }
  }

  private static PrivateKey key(JsonObject secret, String name) throws InvalidSecretException {
    String text = text(secret, name);
    try {
      return Pem.key(text);
    } catch (IOException | RuntimeException e) {
      throw new InvalidSecretException(name + " has no private key in PEM");
    }
  }

  private static KeyedCertificate keyed(String name, List<X509Certificate> chain, PrivateKey key)
      throws InvalidSecretException {
    try {
      return KeyedCertificate.of(chain, key);
    } catch (GeneralSecurityException | IOException e) {
      throw new InvalidSecretException(name + " is not the key of the certificate");
    }
  }
}
