package dev.plimsoll.kube.live;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSyntaxException;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.json.MalformedJsonException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.Pair;
import io.kubernetes.client.openapi.auth.ApiKeyAuth;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Calls one API server. A request is retried if the server is temporarily busy. */
public final class Connection implements AutoCloseable {
  /** The objects as they are. */
  public static final String JSON = "application/json";

  /** The media type of a merge patch, RFC 7396. */
  public static final String MERGE_PATCH = "application/merge-patch+json";

  /** The type of the body of a patch by operations. */
  public static final String JSON_PATCH = "application/json-patch+json";

  /** The media type for the metadata of objects of any kind. */
  public static final String METADATA =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

  private static final int ATTEMPTS = 4;
  private static final long INITIAL_BACKOFF_MILLIS = 500;
  private static final long MAX_BACKOFF_MILLIS = 10_000;
  private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504);
  private static final int UNAUTHORIZED = 401;
  private static final String[] LOGIN = {"BearerToken"};

  private final ApiClient client;
  private final ConnectionErrors errors;
  private final ServerClock clock;
  private final LongConsumer pause;
  private final BooleanSupplier mayWrite;
  private final Optional<Duration> callTimeout;
  private final BusyBudget busyBudget;

  /**
   * Makes the connection.
   *
   * @param client logs in and checks certificates
   * @param connectionErrors puts into words what goes wrong
   * @param clock learns the server's time
   * @param pause waits so many milliseconds
   */
  Connection(
      ApiClient client, ConnectionErrors connectionErrors, ServerClock clock, LongConsumer pause) {
    this(client, connectionErrors, clock, pause, () -> true, Optional.empty(), new BusyBudget());
  }

  private Connection(
      ApiClient client,
      ConnectionErrors connectionErrors,
      ServerClock clock,
      LongConsumer pause,
      BooleanSupplier mayWrite,
      Optional<Duration> callTimeout,
      BusyBudget busyBudget) {
    this.client = client;
    this.errors = connectionErrors;
    this.clock = clock;
    this.pause = pause;
    this.mayWrite = mayWrite;
    this.callTimeout = callTimeout;
    this.busyBudget = busyBudget;
  }

  /**
   * Connects to a cluster; nothing is asked yet.
   *
   * @throws dev.plimsoll.kube.InputException if there is no kubeconfig that can be used
   */
  public static Connection open(ClusterAccess access) {
    return new Login(access, Environment.ofProcess()).connect();
  }

  /**
   * Returns the same connection, which writes as long as it may only: each write is preceded by the
   * question.
   *
   * @param allowed asked before each write
   */
  public Connection fenced(BooleanSupplier allowed) {
    return new Connection(client, errors, clock, pause, allowed, callTimeout, busyBudget);
  }

  /**
   * Returns the same connection for callers who can't wait: a call fails that isn't over after that
   * time, and none is tried again.
   */
  public Connection impatient(Duration most) {
    return new Connection(client, errors, clock, pause, mayWrite, Optional.of(most), busyBudget);
  }

  /**
   * Returns the server's time at a time of this computer, by the server's last answer. It is the
   * computer's own time before the first answer.
   */
  public Instant serverTime(Instant own) {
    return clock.at(own);
  }

  /** An open-ended response, which lasts until it is closed; another thread may close it. */
  public record ResponseStream(InputStream bytes, Runnable breaker) implements AutoCloseable {
    @Override
    public void close() {
      breaker.run();
    }
  }

  /** Reads the body of an answer. */
  public interface BodyReader<T> {
    /** Reads it to its end, from the start of its object on. */
    T read(JsonTreeReader reader) throws IOException;
  }

  /**
   * Asks for something.
   *
   * @param pruning what of the answer is wanted
   * @throws StatusException if the server doesn't give it
   * @throws UnreachableException if there is no answer, or none that can be used
   */
  public <T> T get(
      String path,
      Map<String, String> query,
      String accept,
      JsonPruning pruning,
      BodyReader<T> bodyReader)
      throws StatusException {
    long wait = INITIAL_BACKOFF_MILLIS;
    for (int attempt = 1; ; attempt++) {
      Attempt<T> outcome = attempt(path, query, accept, body -> read(body, pruning, bodyReader));
      if (outcome.value().isPresent()) {
        busyBudget.restored();
        return outcome.value().get();
      }
      if (attempt == ATTEMPTS || !outcome.passing() || callTimeout.isPresent()) {
        throw outcome.problem();
      }
      long millis = Math.min(MAX_BACKOFF_MILLIS, outcome.retryAfter().orElse(wait));
      if (!busyBudget.spend(millis)) {
        throw outcome.problem();
      }
      pause.accept(millis);
      wait *= 2;
    }
  }

  private record Attempt<T>(
      Optional<T> value, int code, String message, Optional<Long> retryAfter) {

    boolean passing() {
      return BUSY.contains(code);
    }

    StatusException problem() {
      return new StatusException(code, message);
    }
  }

  private static <T> T read(InputStream body, JsonPruning pruning, BodyReader<T> bodyReader)
      throws IOException {
    try (JsonTreeReader reader = new JsonTreeReader(body, pruning)) {
      if (!reader.nextDocument()) {
        throw new EOFException("no body");
      }
      if (!reader.isObject()) {
        throw new MalformedJsonException("not an object");
      }
      return bodyReader.read(reader);
    }
  }

  private interface Answer<T> {
    T read(InputStream body) throws IOException;
  }

  private <T> Attempt<T> attempt(
      String path, Map<String, String> query, String accept, Answer<T> answer) {
    try (Response response = limited(call(path, query, accept)).execute()) {
      if (response.code() == UNAUTHORIZED) {
        throw errors.unauthorized();
      }
      if (!response.isSuccessful()) {
        return errorStatus(response);
      }
      T value = answer.read(response.body().byteStream());
      return new Attempt<>(Optional.of(value), response.code(), "", Optional.empty());
    } catch (MalformedJsonException | CharacterCodingException e) {
      throw errors.malformed(path);
    } catch (IOException e) {
      throw errors.unreachable(e);
    }
  }

  /**
   * Requests an open-ended response.
   *
   * @param longestSilence after so long without a byte, reading it ends with a {@link
   *     java.net.SocketTimeoutException}
   * @throws StatusException if the server doesn't give it
   * @throws UnreachableException if there is no answer
   */
  public ResponseStream stream(String path, Map<String, String> query, Duration longestSilence)
      throws StatusException {
    try {
      OkHttpClient streaming =
          client.getHttpClient().newBuilder().readTimeout(longestSilence).build();
      Call call = streaming.newCall(call(path, query, JSON).request());
      Response response = call.execute();
      if (response.isSuccessful()) {
        return new ResponseStream(response.body().byteStream(), call::cancel);
      }
      try (response) {
        if (response.code() == UNAUTHORIZED) {
          throw errors.unauthorized();
        }
        throw errorStatus(response).problem();
      }
    } catch (IOException e) {
      throw errors.unreachable(e);
    }
  }

  /**
   * Creates an object; it is tried once.
   *
   * @param path where, such as {@code /api/v1/namespaces/a/pods/b/binding}
   * @throws StatusException if the server answers with an error
   * @throws UnreachableException if there is no answer; the object may have been created then
   */
  public void post(String path, JsonObject object) throws StatusException {
    write("POST", path, Map.of(), JSON, object);
  }

  /**
   * Changes something; it is tried once.
   *
   * @param method {@code POST}, {@code PATCH}, {@code PUT} or {@code DELETE}
   * @param type the media type of the body, which says what kind of patch it is
   * @return what the server says the object is now
   * @throws StatusException if the server answers with an error
   * @throws UnreachableException if there is no answer; it may have been changed then
   * @throws FencedException if this process may not write any more
   */
  public JsonObject write(
      String method, String path, Map<String, String> query, String type, JsonElement object)
      throws StatusException {
    if (!mayWrite.getAsBoolean()) {
      throw new FencedException("lost the lease, so nothing more is written");
    }
    RequestBody body = RequestBody.create(object.toString(), MediaType.get(type));
    try {
      Request request = call(path, query, JSON).request().newBuilder().method(method, body).build();
      try (Response response = limited(client.getHttpClient().newCall(request)).execute()) {
        if (response.code() == UNAUTHORIZED) {
          throw errors.unauthorized();
        }
        if (!response.isSuccessful()) {
          throw errorStatus(response).problem();
        }
        String text = response.body().string();
        return text.isBlank() ? new JsonObject() : JsonParser.parseString(text).getAsJsonObject();
      }
    } catch (JsonSyntaxException | IllegalStateException e) {
      throw errors.malformed(path);
    } catch (IOException e) {
      throw errors.unreachable(e);
    }
  }

  /**
   * An answer, which may be an error.
   *
   * @param code the HTTP status
   * @param body the object, list or status; empty if the body isn't a JSON object
   */
  public record Exchange(int code, JsonObject body) {}

  /**
   * Sends a request, and returns errors like other answers. A busy server is asked again.
   *
   * @param path the path, with its query if it has one
   * @param type the media type of the body
   * @param body the body; empty for none
   * @throws UnreachableException if there is no answer
   */
  public Exchange exchange(String method, String path, String type, String body)
      throws IOException {
    long wait = INITIAL_BACKOFF_MILLIS;
    for (int attempt = 1; ; attempt++) {
      Request.Builder request = call(path, Map.of(), JSON).request().newBuilder();
      if (!method.equals("GET")) {
        request.method(method, RequestBody.create(body, MediaType.get(type)));
      }
      try (Response response = limited(client.getHttpClient().newCall(request.build())).execute()) {
        if (response.code() == UNAUTHORIZED) {
          throw errors.unauthorized();
        }
        String text = response.body().string();
        if (!BUSY.contains(response.code()) || attempt == ATTEMPTS) {
          return new Exchange(response.code(), objectOf(text));
        }
      } catch (IOException e) {
        throw errors.unreachable(e);
      }
      pause.accept(wait);
      wait *= 2;
    }
  }

  private static JsonObject objectOf(String text) {
    try {
      return JsonParser.parseString(text) instanceof JsonObject object ? object : new JsonObject();
    } catch (JsonSyntaxException e) {
      return new JsonObject();
    }
  }

  private Call call(String path, Map<String, String> query, String accept) throws IOException {
    // The client adds to what it is given.
    List<Pair> parameters = new ArrayList<>();
    query.forEach((name, value) -> parameters.add(new Pair(name, value)));
    Map<String, String> headers = new HashMap<>(Map.of("Accept", accept));
    try {
      return client.buildCall(
          client.getBasePath(),
          path,
          "GET",
          parameters,
          new ArrayList<>(),
          null,
          headers,
          new HashMap<>(),
          new HashMap<>(),
          LOGIN,
          null);
    } catch (ApiException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Call limited(Call call) {
    callTimeout.ifPresent(most -> call.timeout().timeout(most.toNanos(), TimeUnit.NANOSECONDS));
    return call;
  }

  private <T> Attempt<T> errorStatus(Response response) throws IOException {
    String text = response.body().string();
    String message = text.strip();
    try {
      if (JsonParser.parseString(text) instanceof JsonObject status
          && status.get("message") instanceof JsonPrimitive said) {
        message = said.getAsString();
      }
    } catch (JsonSyntaxException e) {
      message = message.lines().findFirst().orElse("");
    }
    if (response.code() == StatusException.FORBIDDEN && message.contains("system:anonymous")) {
      throw errors.unauthorized();
    }
    return new Attempt<>(
        Optional.empty(), response.code(), message, retryAfter(response.header("Retry-After", "")));
  }

  private static Optional<Long> retryAfter(String header) {
    return header.matches("[0-9]{1,6}")
        ? Optional.of(Long.parseLong(header) * 1000)
        : Optional.empty();
  }

  /** Returns the client that is logged in, for what client-java does by itself. */
  public ApiClient client() {
    return client;
  }

  /** Returns such a client whose calls fail that take longer. */
  public ApiClient client(Duration longestCall) {
    ApiClient limited =
        new ApiClient(client.getHttpClient().newBuilder().callTimeout(longestCall).build());
    limited.setBasePath(client.getBasePath());
    if (client.getAuthentication(LOGIN[0]) instanceof ApiKeyAuth key && key.getApiKey() != null) {
      limited.setApiKeyPrefix(key.getApiKeyPrefix());
      limited.setApiKey(key.getApiKey());
    }
    return limited;
  }

  /** Logs from now on when the API server begins and ends to answer nothing. */
  public void tellOutages() {
    ApiOutage.of(client.getBasePath()).watch();
  }

  /** Takes back one {@link #tellOutages}. */
  public void leaveOutages() {
    ApiOutage.of(client.getBasePath()).unwatch();
  }

  ConnectionErrors errors() {
    return errors;
  }

  @Override
  public void close() {
    client.getHttpClient().connectionPool().evictAll();
    client.getHttpClient().dispatcher().executorService().shutdown();
  }
}
