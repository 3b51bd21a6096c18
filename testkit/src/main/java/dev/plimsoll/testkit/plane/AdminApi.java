package dev.plimsoll.testkit.plane;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.stream.StreamSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The API server as an administrator sees it. */
public final class AdminApi {
  private static final String JSON = "application/json";
  private static final String TABLE = JSON + ";as=Table;v=v1;g=meta.k8s.io";
  private static final String MERGE = "application/merge-patch+json";

  private final String url;
  private final String token;
  private final HttpClient client;

  /**
   * Creates a client of its own connections.
   *
   * @param authority the file of the certificate that the server shows
   * @param token the token that it sends
   */
  public AdminApi(String url, Path authority, String token)
      throws IOException, GeneralSecurityException {
    this.url = url;
    this.token = token;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(trusting(authority))
            .build();
  }

  private static SSLContext trusting(Path authority) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(authority)) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("authority-" + store.size(), each);
      }
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /**
   * Returns whether there is something at a path.
   *
   * @throws IOException if the API server doesn't answer
   */
  public boolean isThere(String path) throws IOException {
    return send("GET", path, JSON, "").statusCode() == 200;
  }

  /**
   * An answer of the API server.
   *
   * @param code the HTTP status
   * @param body the object, list or status; empty if it was no JSON
   * @param warnings the headers {@code Warning} that came with it
   */
  public record Answer(int code, JsonObject body, List<String> warnings) {

    public Answer {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Sends any request and returns any answer, errors too.
   *
   * @param type the media type of the body
   * @throws IOException if the API server doesn't answer
   */
  public Answer exchange(String method, String path, String type, String body) throws IOException {
    HttpResponse<String> response = send(method, path, type, body);
    List<String> warnings = response.headers().allValues("Warning");
    try {
      return new Answer(
          response.statusCode(),
          JsonParser.parseString(response.body()).getAsJsonObject(),
          warnings);
    } catch (JsonParseException | IllegalStateException e) {
      return new Answer(response.statusCode(), new JsonObject(), warnings);
    }
  }

  /** Returns whether the API server says that it is ready. */
  public boolean isReady() {
    try {
      return send("GET", "/readyz", JSON, "").statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns an object or list.
   *
   * @throws IOException if the API server answers with an error
   */
  public JsonObject get(String path) throws IOException {
    return require(send("GET", path, JSON, ""));
  }

  /**
   * Returns a list as the table that kubectl prints.
   *
   * @throws IOException if the API server answers with an error
   */
  public JsonObject table(String path) throws IOException {
    return require(send(request("GET", path, JSON, "").header("Accept", TABLE)));
  }

  /**
   * Returns the items of a list.
   *
   * @throws IOException if the API server answers with an error
   */
  public List<JsonObject> list(String path) throws IOException {
    return StreamSupport.stream(get(path).getAsJsonArray("items").spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  /**
   * Creates an object.
   *
   * @throws IOException if the API server answers with an error
   */
  public JsonObject create(String path, String object) throws IOException {
    return require(send("POST", path, JSON, object));
  }

  /**
   * Asks for an object to be created, and returns what the API server says to it: the object, or
   * the {@code Status} that denies it.
   *
   * @throws IOException if the API server doesn't answer
   */
  public JsonObject answer(String path, String object) throws IOException {
    return JsonParser.parseString(send("POST", path, JSON, object).body()).getAsJsonObject();
  }

  /**
   * Changes an object by a JSON merge patch.
   *
   * @throws IOException if the API server answers with an error
   */
  public JsonObject patch(String path, String patch) throws IOException {
    return patch(path, patch, MERGE);
  }

  /**
   * Changes an object by a patch of any type.
   *
   * @throws IOException if the API server answers with an error
   */
  public JsonObject patch(String path, String patch, String mediaType) throws IOException {
    return require(send("PATCH", path, mediaType, patch));
  }

  /**
   * Replaces an object.
   *
   * @throws IOException if the API server answers with an error
   */
  public JsonObject update(String path, JsonObject object) throws IOException {
    return require(send("PUT", path, JSON, object.toString()));
  }

  /**
   * Deletes an object as kubectl does, at once.
   *
   * @throws IOException if the API server answers with an error
   */
  public void delete(String path) throws IOException {
    String options = "?gracePeriodSeconds=0&propagationPolicy=Background";
    JsonObject unused = require(send("DELETE", path + options, JSON, ""));
  }

  /**
   * Deletes an object, or all of a list, at once.
   *
   * @throws IOException if the API server answers with an error
   */
  public void deleteAll(String path) throws IOException {
    JsonObject unused = require(send("DELETE", path + "?gracePeriodSeconds=0", JSON, ""));
  }

  private static JsonObject require(HttpResponse<String> response) throws IOException {
    if (response.statusCode() >= 300) {
      throw new IOException(response.request() + ": " + response.body());
    }
    return JsonParser.parseString(response.body()).getAsJsonObject();
  }

  private HttpResponse<String> send(String method, String path, String type, String body)
      throws IOException {
    return send(request(method, path, type, body));
  }

  private HttpRequest.Builder request(String method, String path, String type, String body) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", type)
        .method(method, HttpRequest.BodyPublishers.ofString(body));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
