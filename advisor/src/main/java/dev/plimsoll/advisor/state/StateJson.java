package dev.plimsoll.advisor.state;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.decision.CapacityLoss;
import dev.plimsoll.model.tenancy.decision.DemandHistory;
import dev.plimsoll.model.tenancy.decision.DemandHistory.Level;
import dev.plimsoll.model.tenancy.decision.NodeState;
import dev.plimsoll.model.tenancy.decision.RecurringDemand;
import dev.plimsoll.model.tenancy.decision.RecurringDemand.Hour;
import dev.plimsoll.model.tenancy.decision.State;
import dev.plimsoll.model.tenancy.decision.State.NamespaceState;
import dev.plimsoll.model.tenancy.decision.State.ResourceState;
import dev.plimsoll.model.tenancy.division.Claim;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A {@link State} as JSON: {@code version}, {@code time}, {@code data} and {@code checksum}. The
 * data is gzipped and in base64, since it may have thousands of demands. The checksum tells whether
 * somebody has edited it.
 */
public final class StateJson {
  private static final String VERSION = "3";

  /** More than that isn't unpacked, in bytes. */
  private static final int LARGEST = 32 << 20;

  private StateJson() {}

  /** A state that can't be used. */
  public static final class InvalidStateException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidStateException(String message) {
      super(message);
    }
  }

  /** Returns the document. */
  public static JsonObject write(State state) {
    String data = pack(data(state));
    JsonObject json = new JsonObject();
    json.addProperty("version", VERSION);
    json.addProperty("time", state.time().toString());
    json.addProperty("checksum", checksum(data));
    json.addProperty("data", data);
    return json;
  }

  /**
   * Reads a document; an empty one is of no decision.
   *
   * @throws InvalidStateException if it is of another version, or was cut or edited
   */
  public static State read(JsonObject json) throws InvalidStateException {
    if (json.size() == 0) {
      return State.NONE;
    }
    if (!json.has("version")) {
      throw new InvalidStateException("it is no state of decisions: it has no version");
    }
    String version = text(json, "version");
    if (!version.equals(VERSION)) {
      throw new InvalidStateException(
          "it is of version " + new JsonPrimitive(version) + ", not \"" + VERSION + "\"");
    }
    String data = text(json, "data");
    if (!checksum(data).equals(text(json, "checksum"))) {
      throw new InvalidStateException("it was cut or edited: its checksum differs");
    }
    try {
      return state(JsonParser.parseString(unpack(data)).getAsJsonObject());
    } catch (IOException
        | JsonParseException
        | IllegalArgumentException
        | IllegalStateException
        | DateTimeException
        | UnsupportedOperationException
        | ArithmeticException
        | ClassCastException
        | IndexOutOfBoundsException
        | NullPointerException e) {
      throw new InvalidStateException("its data can't be read");
    }
  }

  private static String text(JsonObject json, String name) {
    JsonElement value = json.get(name);
    return value != null && value.isJsonPrimitive() ? value.getAsString() : "";
  }

  private static String checksum(String data) {
    CRC32 crc = new CRC32();
    crc.update(data.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }

  private static String pack(JsonObject data) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new SmallestGzip(bytes)) {
      zip.write(data.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** Takes more time for fewer bytes. */
  private static final class SmallestGzip extends GZIPOutputStream {
    SmallestGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }

  private static String unpack(String data) throws IOException {
    try (GZIPInputStream zip =
        new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(data)))) {
      byte[] bytes = zip.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw new IOException("too large");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static JsonObject data(State state) {
    JsonObject json = new JsonObject();
    json.addProperty("t", state.time().getEpochSecond());
    json.addProperty("a", state.accepted().getEpochSecond());
    JsonObject resources = new JsonObject();
    state.resources().forEach((name, r) -> resources.add(name.name(), resource(r, state.time())));
    json.add("r", resources);
    return json;
  }

  private static JsonObject resource(ResourceState resource, Instant time) {
    JsonObject json = new JsonObject();
    json.addProperty("b", rounded(resource.budget()));
    JsonObject namespaces = new JsonObject();
    resource.namespaces().forEach((name, n) -> namespaces.add(name, namespace(n, time)));
    json.add("n", namespaces);
    JsonObject pools = new JsonObject();
    resource
        .nodes()
        .forEach(
            (name, n) -> {
              if (!pools.has(n.pool())) {
                pools.add(n.pool(), new JsonObject());
              }
              pools.getAsJsonObject(n.pool()).add(name, node(n, time));
            });
    json.add("p", pools);
    JsonObject accounts = new JsonObject();
    resource.accounts().forEach((name, a) -> accounts.add(name, account(a, time)));
    json.add("h", accounts);
    return json;
  }

  private static JsonArray account(ContendedUsage account, Instant time) {
    JsonArray json = new JsonArray();
    json.add(rounded(account.had()));
    json.add(rounded(account.due()));
    account.since().ifPresent(t -> json.add(before(t, time)));
    return json;
  }

  /** Returns the remembered state of a namespace; times are seconds before the decision. */
  private static JsonArray namespace(NamespaceState namespace, Instant time) {
    JsonArray json = new JsonArray();
    json.add(rounded(namespace.waited()));
    json.add(namespace.granted());
    json.add(before(namespace.demand().since(), time));
    json.add(levels(namespace.demand().peaks(), time));
    json.add(levels(namespace.demand().lows(), time));
    json.add(hours(namespace.recurring().hours(), time));
    return json;
  }

  private static JsonArray hours(List<Hour> hours, Instant time) {
    JsonArray json = new JsonArray();
    for (Hour hour : hours) {
      json.add(before(hour.begin(), time));
      json.add(hour.highest());
      json.add(hour.lowest());
    }
    return json;
  }

  /** Returns the levels, each by its distance from the one before, which takes fewer digits. */
  private static JsonArray levels(List<Level> levels, Instant time) {
    JsonArray json = new JsonArray();
    Instant former = time;
    long units = 0;
    for (Level level : levels) {
      json.add(former.getEpochSecond() - level.time().getEpochSecond());
      json.add(level.units() - units);
      former = level.time();
      units = level.units();
    }
    return json;
  }

  private static JsonArray node(NodeState node, Instant time) {
    JsonArray json = new JsonArray();
    json.add(node.present());
    json.add(node.withheld());
    json.add(node.lostSince().map(t -> String.valueOf(before(t, time))).orElse(""));
    for (CapacityLoss loss : node.vanished()) {
      json.add(before(loss.since(), time));
      json.add(loss.units());
    }
    return json;
  }

  private static long before(Instant past, Instant time) {
    return time.getEpochSecond() - past.getEpochSecond();
  }

  private static double rounded(double value) {
    return Math.round(value * 1e6) / 1e6;
  }

  private static State state(JsonObject json) {
    Instant time = Instant.ofEpochSecond(json.get("t").getAsLong());
    SortedMap<ResourceName, ResourceState> resources = new TreeMap<>();
    each(json.getAsJsonObject("r"), r -> resource(r.getAsJsonObject(), time))
        .forEach((name, r) -> resources.put(ResourceName.of(name), r));
    return new State(time, Instant.ofEpochSecond(json.get("a").getAsLong()), resources);
  }

  private static ResourceState resource(JsonObject json, Instant time) {
    double budget = json.get("b").getAsDouble();
    if (!Double.isFinite(budget)) {
      throw new IllegalArgumentException("budget");
    }
    return new ResourceState(
        budget,
        each(json.getAsJsonObject("n"), n -> namespace(n.getAsJsonArray(), time)),
        nodes(json.getAsJsonObject("p"), time),
        each(json.getAsJsonObject("h"), a -> account(a.getAsJsonArray(), time)));
  }

  private static ContendedUsage account(JsonArray json, Instant time) {
    return new ContendedUsage(
        unitHours(json.get(0)),
        unitHours(json.get(1)),
        json.size() > 2
            ? Optional.of(time.minusSeconds(json.get(2).getAsLong()))
            : Optional.empty());
  }

  private static double unitHours(JsonElement json) {
    double hours = json.getAsDouble();
    if (!(hours >= 0 && Double.isFinite(hours))) {
      throw new IllegalArgumentException("unit-hours");
    }
    return hours;
  }

  private static <T> Map<String, T> each(JsonObject json, Function<JsonElement, T> reader) {
    Map<String, T> all = new TreeMap<>();
    json.entrySet().forEach(e -> all.put(e.getKey(), reader.apply(e.getValue())));
    return all;
  }

  private static NamespaceState namespace(JsonArray json, Instant time) {
    double waited = json.get(0).getAsDouble();
    if (!(waited >= 0 && Double.isFinite(waited))) {
      throw new IllegalArgumentException("waited");
    }
    return new NamespaceState(
        waited,
        new DemandHistory(
            time.minusSeconds(json.get(2).getAsLong()),
            levels(json.get(3).getAsJsonArray(), time),
            levels(json.get(4).getAsJsonArray(), time)),
        new RecurringDemand(
            json.size() > 5 ? hours(json.get(5).getAsJsonArray(), time) : List.of()),
        units(json.get(1)));
  }

  /** Returns the units, which must be few enough for sums. */
  private static long units(JsonElement json) {
    return checked(json.getAsLong());
  }

  private static long checked(long units) {
    if (units < 0 || units > Claim.MAX_UNITS) {
      throw new IllegalArgumentException("units");
    }
    return units;
  }

  private static List<Hour> hours(JsonArray json, Instant time) {
    List<Hour> hours = new ArrayList<>();
    for (int i = 0; i + 2 < json.size(); i += 3) {
      hours.add(
          new Hour(
              time.minusSeconds(json.get(i).getAsLong()),
              units(json.get(i + 1)),
              units(json.get(i + 2))));
    }
    return hours;
  }

  private static List<Level> levels(JsonArray json, Instant time) {
    List<Level> levels = new ArrayList<>();
    Instant last = time;
    long units = 0;
    for (int i = 0; i + 1 < json.size(); i += 2) {
      last = last.minusSeconds(json.get(i).getAsLong());
      units += json.get(i + 1).getAsLong();
      levels.add(new Level(last, checked(units)));
    }
    return levels;
  }

  private static Map<String, NodeState> nodes(JsonObject pools, Instant time) {
    Map<String, NodeState> nodes = new TreeMap<>();
    pools
        .entrySet()
        .forEach(
            pool ->
                nodes.putAll(
                    each(
                        pool.getValue().getAsJsonObject(),
                        n -> node(pool.getKey(), n.getAsJsonArray(), time))));
    return nodes;
  }

  private static NodeState node(String pool, JsonArray json, Instant time) {
    String lost = json.get(2).getAsString();
    List<CapacityLoss> vanished = new ArrayList<>();
    for (int i = 3; i + 1 < json.size(); i += 2) {
      vanished.add(
          new CapacityLoss(time.minusSeconds(json.get(i).getAsLong()), units(json.get(i + 1))));
    }
    return new NodeState(
        pool,
        units(json.get(0)),
        units(json.get(1)),
        lost.isEmpty() ? Optional.empty() : Optional.of(time.minusSeconds(Long.parseLong(lost))),
        vanished);
  }
}
