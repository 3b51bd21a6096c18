package dev.plimsoll.testkit.admission;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Posts reviews to webhooks. With a caBundle only certificates it vouches for are accepted; host
 * names are not compared, since a service's name leads to a port of this machine.
 */
public final class WebhookClient {
  private final Map<String, List<String>> services = new ConcurrentHashMap<>();
  private final AtomicInteger calls = new AtomicInteger();

  /** Says where a service is really found, as {@code https://127.0.0.1:8443}. */
  public void locate(String namespace, String service, String baseUrl) {
    locate(namespace, service, List.of(baseUrl));
  }

  /** Says where the replicas of a service are really found, which are called in turn. */
  public void locate(String namespace, String service, List<String> baseUrls) {
    services.put(namespace + "/" + service, List.copyOf(baseUrls));
  }

  /** The webhook's answer; an IOException if there is none that can be read. */
  JsonObject ask(Webhook webhook, JsonObject review) throws IOException {
    String url = url(webhook) + "?timeout=" + webhook.timeout().toSeconds() + "s";
    HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
    trust(connection, JsonPaths.text(webhook.json(), "clientConfig", "caBundle"));
    int millis = (int) webhook.timeout().toMillis();
    connection.setConnectTimeout(millis);
    connection.setReadTimeout(millis);
    connection.setRequestMethod("POST");
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setRequestProperty("Accept", "application/json, */*");
    connection.setDoOutput(true);
    byte[] body = JsonPaths.text(review).getBytes(StandardCharsets.UTF_8);
    connection.setFixedLengthStreamingMode(body.length);
    connection.getOutputStream().write(body);
    if (connection.getResponseCode() != 200) {
      throw new IOException("the server answered with " + connection.getResponseCode());
    }
    try (InputStream in = connection.getInputStream()) {
      return JsonPaths.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (JsonParseException | IllegalStateException e) {
      throw new IOException("the answer is not a JSON object", e);
    }
  }

  private String url(Webhook webhook) throws IOException {
    JsonObject config = JsonPaths.object(webhook.json(), "clientConfig").orElseGet(JsonObject::new);
    if (JsonPaths.string(config, "url").isPresent()) {
      return JsonPaths.text(config, "url");
    }
    String service =
        JsonPaths.text(config, "service", "namespace")
            + "/"
            + JsonPaths.text(config, "service", "name");
    List<String> replicas = services.getOrDefault(service, List.of());
    if (replicas.isEmpty()) {
      throw new IOException("service \"%s\" not found".formatted(service));
    }
    String path = JsonPaths.text(config, "service", "path");
    String replica = replicas.get(Math.floorMod(calls.getAndIncrement(), replicas.size()));
    return replica + (path.startsWith("/") ? path : "/" + path);
  }

  private static void trust(HttpURLConnection connection, String caBundle) throws IOException {
    if (!(connection instanceof HttpsURLConnection https) || caBundle.isEmpty()) {
      return;
    }
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      byte[] pem = Base64.getDecoder().decode(caBundle);
      int count = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem))) {
        store.setCertificateEntry("ca" + count++, certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      https.setSSLSocketFactory(context.getSocketFactory());
      https.setHostnameVerifier((host, session) -> true);
    } catch (GeneralSecurityException e) {
      throw new IOException("the caBundle cannot be used", e);
    }
  }
}
