package dev.plimsoll.testkit.http;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.sun.net.httpserver.HttpExchange;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One call as it came over the wire.
 *
 * @param target path and query as sent
 * @param query decoded; of a repeated parameter the first
 * @param headers by name, whatever its case; of a repeated header the first
 * @param warnings what the answer will warn of; see {@link #warn}
 * @param arrived when the call came, as {@link System#nanoTime} counts
 */
public record ApiRequest(
    String method,
    String target,
    String path,
    Map<String, String> query,
    Map<String, String> headers,
    String body,
    List<String> warnings,
    long arrived) {

  /** Reads an exchange to the end of its body. */
  public static ApiRequest read(HttpExchange exchange) throws IOException {
    long arrived = System.nanoTime();
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
    String rawQuery = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    String rawPath = exchange.getRequestURI().getRawPath();
    return new ApiRequest(
        exchange.getRequestMethod(),
        rawQuery.isEmpty() ? rawPath : rawPath + "?" + rawQuery,
        exchange.getRequestURI().getPath(),
        query(rawQuery),
        Collections.unmodifiableMap(headers),
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
        new CopyOnWriteArrayList<>(),
        arrived);
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new LinkedHashMap<>();
    for (String part : raw.split("&")) {
      String[] pair = part.split("=", 2);
      if (!pair[0].isEmpty()) {
        query.putIfAbsent(decode(pair[0]), pair.length == 1 ? "" : decode(pair[1]));
      }
    }
    return Collections.unmodifiableMap(query);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** A query parameter, "" where it was not given. */
  public String parameter(String name) {
    return query.getOrDefault(name, "");
  }

  /** Whether a parameter is given as true, in the spellings Go reads. */
  public boolean flag(String name) {
    return query.containsKey(name) && !parameter(name).matches("0|[fF]|false|FALSE|False");
  }

  /** A parameter that is a number; nothing where it was not given. */
  public Optional<Long> number(String name) {
    String text = parameter(name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!text.matches("-?\\d{1,18}")) {
      throw StatusError.badRequest(
          "strconv.ParseInt: parsing \"%s\": invalid syntax".formatted(text));
    }
    return Optional.of(Long.valueOf(text));
  }

  public String header(String name) {
    return headers.getOrDefault(name, "");
  }

  /** Has the answer carry a Warning header. */
  public void warn(String text) {
    warnings.add("299 - " + JsonPaths.text(new JsonPrimitive(text)));
  }

  /** Whether nothing is to be stored; a DELETE with a body says so there, and only there. */
  public boolean dryRun() {
    boolean inBody = method.equals("DELETE") && !body.isBlank();
    return inBody
        ? JsonPaths.strings(json(), "dryRun").contains("All")
        : parameter("dryRun").equals("All");
  }

  /** The body as one JSON object; 400 if it is none. */
  public JsonObject json() {
    try {
      return JsonPaths.parseStrictly(body.isBlank() ? "null" : body);
    } catch (JsonParseException | IllegalStateException e) {
      throw StatusError.badRequest(
          "the body is not a JSON object; this server reads JSON only: " + e.getMessage());
    }
  }

  /** Returns the field manager: the parameter, else the user agent up to its slash. */
  public String fieldManager() {
    String given = parameter("fieldManager");
    String agent = header("User-Agent").split("/", 2)[0];
    return !given.isEmpty() ? given : agent.isEmpty() ? "unknown" : agent;
  }
}
