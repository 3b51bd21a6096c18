package dev.plimsoll.server.http;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.server.tls.KeyedCertificate;
import dev.plimsoll.server.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Reads certificates and keys in PEM, as Kubernetes mounts them from Secrets. */
final class PemFiles {
  /** The password that key stores demand; they live only in memory. */
  static final String PASSWORD = "memory";

  private PemFiles() {}

  /** Returns a store with a key and its certificates. */
  static KeyStore keyStore(KeyedCertificate keyed) {
    try {
      KeyStore store = empty();
      store.setKeyEntry(
          "server", keyed.key(), PASSWORD.toCharArray(), keyed.chain().toArray(new Certificate[0]));
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads a key and its certificates.
   *
   * @throws InputException if they can't be used
   */
  static KeyedCertificate keyed(List<Path> certificates, List<Path> keys) {
    try {
      return KeyedCertificate.of(certificates(certificates), key(keys.get(0)));
    } catch (GeneralSecurityException | IOException e) {
      throw problem(certificates.get(0), e);
    }
  }

  /** Returns a store with certificates that are trusted. */
  static KeyStore trustStore(List<Path> authorities) {
    try {
      KeyStore store = empty();
      for (Certificate certificate : certificates(authorities)) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw problem(authorities.get(0), e);
    }
  }

  private static InputException problem(Path file, Exception e) {
    return new InputException(
        "cannot use " + file + " and its key for TLS: " + e.getMessage() + "; both must be PEM");
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD.toCharArray());
    return store;
  }

  private static List<X509Certificate> certificates(List<Path> files)
      throws GeneralSecurityException, IOException {
    List<X509Certificate> all = new ArrayList<>();
    for (Path file : files) {
      all.addAll(Pem.certificates(Files.readString(file)));
    }
    return all;
  }

  private static PrivateKey key(Path file) throws IOException {
    try {
      return Pem.key(Files.readString(file));
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }
}
