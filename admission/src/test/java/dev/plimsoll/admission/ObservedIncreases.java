package dev.plimsoll.admission;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * All that was stored in a namespace, in the order in which it was, by an account of its own: it
 * shares no class with what it checks. Each key of the quota has a name in lower case and counts
 * objects of one resource; the GPUs of pods have one, too.
 */
final class ObservedIncreases implements AutoCloseable {
  private static final Map<String, List<String>> KEYS =
      Map.of(
          "pods",
          List.of("pods", AdmissionEndToEndTest.GPU),
          "services",
          List.of("services"),
          "deployments",
          List.of("count/deployments.apps"));

  private final Connection connection;
  private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
  private final List<Connection.ResponseStream> streams = new ArrayList<>();

  /** Why a watch has ended; what it didn't tell isn't known. */
  private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();

  /** What a watch told: an object, or the quota. */
  private record Event(long version, long at, String resource, boolean isGone, JsonObject object) {}

  /**
   * A time in which there was room for one more object of a resource, by the ticker of this
   * process. All keys have room, by the count and by Kubernetes' own: what Kubernetes denies isn't
   * denied for want of a ledger.
   */
  record Room(String resource, long from, long to) {}

  /**
   * The result.
   *
   * @param increases how often something was added
   * @param violations what was added beyond each limit that was in force of late
   * @param rooms when there was room
   */
  record Account(int increases, List<String> violations, List<Room> rooms) {}

  ObservedIncreases(Path kubeconfig, String namespace) throws Exception {
    this.connection = Connection.open(new ClusterAccess(Optional.of(kubeconfig), Optional.empty()));
    for (String resource : List.of("pods", "services", "deployments", "resourcequotas")) {
      Connection.ResponseStream stream =
          connection.stream(
              path(namespace, resource),
              Map.of("watch", "true", "resourceVersion", "0", "timeoutSeconds", "3600"),
              Duration.ofHours(1));
      streams.add(stream);
      Thread thread = new Thread(() -> read(resource, stream), "watch-" + resource);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Returns where the objects of a resource are. */
  static String path(String namespace, String resource) {
    return (resource.equals("deployments") ? "/apis/apps/v1" : "/api/v1")
        + "/namespaces/"
        + namespace
        + "/"
        + resource;
  }

  private void read(String resource, Connection.ResponseStream stream) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream.bytes(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonObject event = JsonParser.parseString(line).getAsJsonObject();
        JsonObject object = event.getAsJsonObject("object");
        if (event.get("type").getAsString().equals("ERROR")) {
          problems.add(line);
          return;
        }
        long version = object.getAsJsonObject("metadata").get("resourceVersion").getAsLong();
        events.add(
            new Event(
                version,
                System.nanoTime(),
                resource,
                event.get("type").getAsString().equals("DELETED"),
                object));
      }
    } catch (IOException e) {
      // The stream is closed.
    }
  }

  /**
   * Returns what the events add up to.
   *
   * @param late how long after a limit was lowered a request may be stored that was admitted before
   */
  Account account(Duration late) {
    List<Event> ordered = events.stream().sorted(Comparator.comparingLong(Event::version)).toList();
    Map<String, Long> objects = new HashMap<>();
    Map<String, Long> used = new HashMap<>();
    Map<String, List<long[]>> limits = new HashMap<>();
    Map<String, Long> usedByQuota = new HashMap<>();
    Map<String, Long> roomSince = new HashMap<>();
    List<String> violations = new ArrayList<>(problems);
    List<Room> rooms = new ArrayList<>();
    int increases = 0;
    for (Event event : ordered) {
      if (event.resource().equals("resourcequotas")) {
        limit(event, limits);
        usedByQuota.putAll(usedByQuota(event));
      } else {
        for (Map.Entry<String, Long> amount : amounts(event).entrySet()) {
          String uid =
              event.object().getAsJsonObject("metadata").get("uid").getAsString() + amount.getKey();
          long before = objects.getOrDefault(uid, 0L);
          long after = event.isGone() ? 0 : amount.getValue();
          objects.put(uid, after);
          long now = used.merge(amount.getKey(), after - before, Long::sum);
          if (after > before) {
            increases++;
            long most = most(limits.getOrDefault(amount.getKey(), List.of()), event.at(), late);
            if (now > most) {
              violations.add(
                  amount.getKey() + ": " + now + " of " + most + " at " + event.version());
            }
          }
        }
      }
      for (String resource : KEYS.keySet()) {
        note(resource, event.at(), hasRoom(resource, limits, used, usedByQuota), roomSince, rooms);
      }
    }
    return new Account(increases, violations, rooms);
  }

  private static boolean hasRoom(
      String resource,
      Map<String, List<long[]>> limits,
      Map<String, Long> used,
      Map<String, Long> usedByQuota) {
    for (String key : KEYS.getOrDefault(resource, List.of())) {
      List<long[]> all = limits.getOrDefault(key, List.of());
      long most = all.isEmpty() ? 0 : all.get(all.size() - 1)[1];
      if (used.getOrDefault(key, 0L) >= most || usedByQuota.getOrDefault(key, 0L) >= most) {
        return false;
      }
    }
    return true;
  }

  private static void note(
      String resource, long at, boolean hasRoom, Map<String, Long> roomSince, List<Room> rooms) {
    if (hasRoom) {
      roomSince.putIfAbsent(resource, at);
    } else if (roomSince.containsKey(resource)) {
      rooms.add(new Room(resource, roomSince.get(resource), at));
      roomSince.remove(resource);
    }
  }

  private static Map<String, Long> usedByQuota(Event event) {
    Map<String, Long> amounts = new HashMap<>();
    JsonObject status = event.object().getAsJsonObject("status");
    if (status.has("used")) {
      JsonObject used = status.getAsJsonObject("used");
      used.keySet().forEach(key -> amounts.put(key, used.get(key).getAsLong()));
    }
    return amounts;
  }

  private static Map<String, Long> amounts(Event event) {
    Map<String, Long> amounts = new HashMap<>();
    amounts.put(KEYS.getOrDefault(event.resource(), List.of("")).get(0), 1L);
    if (event.resource().equals("pods")) {
      long gpus =
          event
              .object()
              .getAsJsonObject("spec")
              .getAsJsonArray("containers")
              .get(0)
              .getAsJsonObject()
              .getAsJsonObject("resources")
              .getAsJsonObject("requests")
              .get("nvidia.com/gpu")
              .getAsLong();
      amounts.put(AdmissionEndToEndTest.GPU, gpus);
    }
    return amounts;
  }

  private static void limit(Event event, Map<String, List<long[]>> limits) {
    if (event.object().getAsJsonObject("status").has("hard")) {
      JsonObject hard = event.object().getAsJsonObject("status").getAsJsonObject("hard");
      hard.keySet()
          .forEach(
              key -> {
                List<long[]> all = limits.computeIfAbsent(key, k -> new ArrayList<>());
                long now = hard.get(key).getAsLong();
                if (all.isEmpty() || all.get(all.size() - 1)[1] != now) {
                  all.add(new long[] {event.at(), now});
                }
              });
    }
  }

  /** Returns the largest limit that was in force within some time before a moment. */
  private static long most(List<long[]> limits, long at, Duration late) {
    long most = 0;
    for (int i = 0; i < limits.size(); i++) {
      boolean isOver = i + 1 < limits.size() && limits.get(i + 1)[0] < at - late.toNanos();
      if (!isOver) {
        most = Math.max(most, limits.get(i)[1]);
      }
    }
    return limits.isEmpty() ? Long.MAX_VALUE : most;
  }

  @Override
  public void close() {
    streams.forEach(Connection.ResponseStream::close);
    connection.close();
  }
}
