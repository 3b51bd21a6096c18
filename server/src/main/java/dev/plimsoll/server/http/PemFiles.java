package dev.plimsoll.server.http;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/** Reads certificates and keys in PEM, as Kubernetes keeps them in Secrets. */
final class PemFiles {
  /** What key stores want; they only live in memory. */
  static final String PASSWORD = "memory";

  private PemFiles() {}

  /** Returns a store with a key and its certificates. */
  static KeyStore keyStore(List<Path> certificates, List<Path> keys) {
    try {
      KeyStore store = empty();
      Certificate[] chain = certificates(certificates).toArray(new Certificate[0]);
      PrivateKey key = key(keys.get(0));
      requirePair(key, chain[0].getPublicKey());
      store.setKeyEntry("server", key, PASSWORD.toCharArray(), chain);
      return store;
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

  /** A renewed certificate may be there before its key is, or the other way round. */
  private static void requirePair(PrivateKey key, PublicKey certified)
      throws GeneralSecurityException, IOException {
    byte[] some = {1};
    if (key.getAlgorithm().equals(certified.getAlgorithm())) {
      Signature signature = Signature.getInstance(signatureAlgorithm(key));
      signature.initSign(key);
      signature.update(some);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(some);
      if (signature.verify(signed)) {
        return;
      }
    }
    throw new IOException("the key is not the certificate's");
  }

  private static String signatureAlgorithm(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
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

  private static List<Certificate> certificates(List<Path> files)
      throws GeneralSecurityException, IOException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<Certificate> all = new ArrayList<>();
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        all.addAll(factory.generateCertificates(in));
      }
    }
    if (all.isEmpty()) {
      throw new IOException("no certificate found");
    }
    return all;
  }

  private static PrivateKey key(Path file) throws IOException {
    try (Reader reader = Files.newBufferedReader(file);
        PEMParser parser = new PEMParser(reader)) {
      JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
      for (Object read = parser.readObject(); read != null; read = parser.readObject()) {
        if (read instanceof PEMKeyPair pair) {
          return converter.getPrivateKey(pair.getPrivateKeyInfo());
        }
        if (read instanceof PrivateKeyInfo info) {
          return converter.getPrivateKey(info);
        }
      }
      throw new IOException(file + " has no private key");
    }
  }
}
