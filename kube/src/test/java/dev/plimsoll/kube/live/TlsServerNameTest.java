package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose certificate has another name than the URL of the kubeconfig. */
class TlsServerNameTest {
  private static final String NAME = "api.example.com";

  @TempDir private Path folder;
  private HttpsServer server;
  private volatile List<SNIServerName> named = List.of();

  @BeforeEach
  void start() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    KeyPair pair = generator.generateKeyPair();
    X509Certificate certificate = certificate(pair);
    Files.writeString(
        folder.resolve("ca.pem"),
        "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
            .formatted(Base64.getMimeEncoder().encodeToString(certificate.getEncoded())));
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    char[] none = new char[0];
    store.setKeyEntry("server", pair.getPrivate(), none, new Certificate[] {certificate});
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, none);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          named =
              ((ExtendedSSLSession) ((HttpsExchange) exchange).getSSLSession())
                  .getRequestedServerNames();
          byte[] version = "{\"gitVersion\": \"v1.36.2\"}".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, version.length);
          exchange.getResponseBody().write(version);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static X509Certificate certificate(KeyPair pair) throws Exception {
    X500Name name = new X500Name("CN=" + NAME);
    Instant now = Instant.now();
    return new JcaX509CertificateConverter()
        .getCertificate(
            new JcaX509v3CertificateBuilder(
                    name,
                    BigInteger.ONE,
                    Date.from(now.minus(Duration.ofHours(1))),
                    Date.from(now.plus(Duration.ofDays(1))),
                    name,
                    pair.getPublic())
                .addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(new GeneralName(GeneralName.dNSName, NAME)))
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
  }

  private Connection connect(String fields) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("config"),
            """
            current-context: c
            contexts: [{name: c, context: {cluster: c}}]
            clusters: [{name: c, cluster: {server: 'https://127.0.0.1:%d',
              certificate-authority: ca.pem%s}}]
            """
                .formatted(server.getAddress().getPort(), fields));
    return new Login(
            new ClusterAccess(Optional.of(file), Optional.empty()),
            new Environment(Map.of(), folder, folder.resolve("account")))
        .connect();
  }

  @Test
  void the_server_is_called_by_the_name_and_must_show_its_certificate() throws Exception {
    assertThat(ServerVersion.ask(connect(", tls-server-name: " + NAME))).isPresent();

    assertThat(named)
        .extracting(n -> new String(n.getEncoded(), StandardCharsets.US_ASCII))
        .containsExactly(NAME);
  }

  @Test
  void another_name_is_not_accepted() {
    assertThatThrownBy(() -> ServerVersion.ask(connect(", tls-server-name: other.example.com")))
        .isInstanceOf(UnreachableException.class)
        .hasMessageContaining(
            "(context \"c\", tls-server-name other.example.com) can't be reached: the secure"
                + " connection fails");
    assertThatThrownBy(() -> ServerVersion.ask(connect("")))
        .isInstanceOf(UnreachableException.class);
  }
}
