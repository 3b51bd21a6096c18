package dev.plimsoll.kube.prometheus;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.UnreachableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Queries ranges from Prometheus' HTTP API, a part of the window at a time, so that no response is
 * large. Source: {@code prometheus.io/docs/prometheus/latest/querying/api}.
 */
public final class PrometheusClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration BODY_TIMEOUT = Duration.ofSeconds(60);
  private static final int MOST_BYTES = 64 << 20;

  /** Points of a series in one answer; Prometheus itself rejects more than 11,000. */
  private static final int POINTS = 500;

  private static final int POINTS_OF_MANY_SERIES = 24;

  private static final int STEPS_OF_WINDOW = 4000;
  private static final Duration SHORTEST_STEP = Duration.ofMinutes(1);

  /** How far Prometheus looks back for a sample; a longer step would skip some. */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(5);

  private final String url;
  private final Duration bodyTimeout;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();

  /**
   * Makes a client, which asks nothing yet.
   *
   * @param url such as {@code http://prometheus:9090}, with a path if it has one
   * @throws InputException if the URL is invalid
   */
  public PrometheusClient(String url) {
    this(url, BODY_TIMEOUT);
  }

  PrometheusClient(String url, Duration bodyTimeout) {
    this.bodyTimeout = bodyTimeout;
    this.url = url.replaceAll("/+$", "");
    try {
      String scheme = String.valueOf(URI.create(this.url).getScheme());
      if (!scheme.equals("http") && !scheme.equals("https")) {
        throw invalidUrl(url);
      }
    } catch (IllegalArgumentException e) {
      throw invalidUrl(url);
    }
  }

  private static InputException invalidUrl(String url) {
    return new InputException(
        "invalid Prometheus URL \"" + url + "\": expected one such as http://prometheus:9090.");
  }

  /**
   * Returns the series of an expression over the window that ends then.
   *
   * @throws InputException if what is there isn't Prometheus, or rejects the query
   * @throws UnreachableException if it doesn't answer
   */
  public List<TimeSeries> range(String expression, Duration window, Instant end) {
    long step =
        Math.min(
            LONGEST_STEP.toSeconds(),
            Math.max(SHORTEST_STEP.toSeconds(), window.toSeconds() / STEPS_OF_WINDOW));
    long last = end.getEpochSecond();
    return range(expression, last - window.toSeconds(), last, step, POINTS);
  }

  /**
   * Returns the samples of an expression's series, at each step from the first time to the last.
   *
   * @param step in whole seconds
   * @throws InputException if what is there isn't Prometheus, or rejects the query
   * @throws UnreachableException if it doesn't answer
   */
  public List<TimeSeries> samples(String expression, Instant first, Instant last, Duration step) {
    return range(
        expression,
        first.getEpochSecond(),
        last.getEpochSecond(),
        step.toSeconds(),
        POINTS_OF_MANY_SERIES);
  }

  /**
   * Passes on the samples of an expression's series in parts of the time, the earliest first.
   *
   * @param step in whole seconds
   * @throws InputException if what is there isn't Prometheus, or rejects the query
   * @throws UnreachableException if it doesn't answer
   */
  void parts(
      String expression,
      Instant first,
      Instant last,
      Duration step,
      Consumer<List<TimeSeries>> part) {
    parts(
        expression,
        first.getEpochSecond(),
        last.getEpochSecond(),
        step.toSeconds(),
        POINTS_OF_MANY_SERIES,
        part);
  }

  /** Returns where Prometheus is. */
  String url() {
    return url;
  }

  private List<TimeSeries> range(
      String expression, long first, long last, long step, int pointsOfAnswer) {
    Map<Map<String, String>, SortedMap<Long, Double>> all = new HashMap<>();
    parts(
        expression,
        first,
        last,
        step,
        pointsOfAnswer,
        part ->
            part.forEach(
                s -> all.computeIfAbsent(s.labels(), l -> new TreeMap<>()).putAll(s.values())));
    return all.entrySet().stream().map(e -> new TimeSeries(e.getKey(), e.getValue())).toList();
  }

  private void parts(
      String expression,
      long first,
      long last,
      long step,
      int pointsOfAnswer,
      Consumer<List<TimeSeries>> part) {
    for (long from = first; from <= last; from += step * pointsOfAnswer) {
      long to = Math.min(last, from + step * (pointsOfAnswer - 1));
      String query =
          "/api/v1/query_range?query="
              + URLEncoder.encode(expression, StandardCharsets.UTF_8)
              + "&start="
              + from
              + "&end="
              + to
              + "&step="
              + step;
      part.accept(read(get(query)));
    }
  }

  private JsonObject get(String query) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + query))
            .timeout(REQUEST_TIMEOUT)
            .header("Accept", "application/json")
            .build();
    try {
      HttpResponse<InputStream> answer =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      byte[] bytes = bytes(answer.body());
      if (bytes.length > MOST_BYTES) {
        throw new InputException(
            "Prometheus at " + url + " answered with more than 64 MiB: use a shorter window.");
      }
      return parsed(answer.statusCode(), new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UnreachableException("cannot reach Prometheus at " + url + "; check its address.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("the query to Prometheus was interrupted.");
    }
  }

  /** The client's own timeout ends with the first byte; a body that never ends is closed. */
  private byte[] bytes(InputStream body) throws IOException {
    CompletableFuture<Void> end = new CompletableFuture<>();
    CompletableFuture<Void> closed = end.orTimeout(bodyTimeout.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture<Void> unused = closed.whenComplete((none, problem) -> close(body));
    try {
      return body.readNBytes(MOST_BYTES + 1);
    } finally {
      end.complete(null);
    }
  }

  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonObject parsed(int code, String text) {
    JsonObject answer = new JsonObject();
    try {
      if (JsonParser.parseString(text) instanceof JsonObject object) {
        answer = object;
      }
    } catch (JsonParseException e) {
      // What it says is below in any case.
      answer = new JsonObject();
    }
    String error =
        answer.get("error") instanceof JsonPrimitive said ? ": " + said.getAsString() : "";
    if (code >= 500) {
      throw new UnreachableException("Prometheus at " + url + " answered " + code + error + ".");
    }
    if (code != 200 || !"success".equals(text(answer, "status"))) {
      throw unexpectedResponse(
          "it answered " + code + (error.isEmpty() ? " and no result" : error));
    }
    return answer;
  }

  private static String text(JsonObject object, String name) {
    return object.get(name) instanceof JsonPrimitive text ? text.getAsString() : "";
  }

  private InputException unexpectedResponse(String what) {
    return new InputException("unexpected response from Prometheus at " + url + ": " + what + ".");
  }

  private List<TimeSeries> read(JsonObject answer) {
    try {
      JsonArray result = answer.getAsJsonObject("data").getAsJsonArray("result");
      return result.asList().stream().map(s -> series(s.getAsJsonObject())).toList();
    } catch (RuntimeException e) {
      throw unexpectedResponse("its result isn't a matrix of series");
    }
  }

  private static TimeSeries series(JsonObject json) {
    Map<String, String> labels = new HashMap<>();
    json.getAsJsonObject("metric")
        .entrySet()
        .forEach(e -> labels.put(e.getKey(), e.getValue().getAsString()));
    SortedMap<Long, Double> values = new TreeMap<>();
    for (JsonElement point : json.getAsJsonArray("values")) {
      double value = Double.parseDouble(point.getAsJsonArray().get(1).getAsString());
      if (Double.isFinite(value)) {
        values.put((long) point.getAsJsonArray().get(0).getAsDouble(), value);
      }
    }
    return new TimeSeries(labels, values);
  }
}
