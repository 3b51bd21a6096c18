package dev.plimsoll.bench.conformance;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.AdmissionSequence;
import dev.plimsoll.testkit.plane.ControlPlane;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Records what the control plane that {@code KUBEBUILDER_ASSETS} names decides on objects made up
 * by a seed: {@code DIR SEED [admission=N] [scheduling=N] [dra=N] [quantities=N]}. Each of the four
 * has its own file of JSON lines in the folder, in the format that {@code ConformanceTest} and
 * {@code QuantityConformanceTest} replay.
 */
public final class ConformanceRecorder {
  private static final String USAGE =
      "usage: record DIR SEED [admission=N] [scheduling=N] [dra=N] [quantities=N]";
  private static final List<String> CONTROLLERS =
      List.of(
          "resourcequota-controller",
          "resourceclaim-controller",
          "device-taint-eviction-controller",
          "persistentvolume-binder-controller",
          "persistentvolumeclaim-protection-controller",
          "persistentvolume-protection-controller");
  private static final int SEQUENCES_AT_ONCE = 8;

  private final Path folder;
  private final long seed;
  private final ControlPlane plane;
  private final String kubernetes;

  private ConformanceRecorder(Path folder, long seed, ControlPlane plane) throws IOException {
    this.folder = folder;
    this.seed = seed;
    this.plane = plane;
    this.kubernetes = plane.api().get("/version").get("gitVersion").getAsString().substring(1);
  }

  /** Records one of something. */
  @FunctionalInterface
  private interface Recording {
    JsonObject record(int index) throws Exception;
  }

  /** Records, and ends with 1 if the arguments aren't understood. */
  public static void main(String[] args) throws Exception {
    Map<String, Integer> counts =
        new TreeMap<>(Map.of("admission", 200, "scheduling", 100, "dra", 50, "quantities", 500));
    if (args.length < 2 || !args[1].matches("\\d{1,15}") || !read(args, counts)) {
      System.err.println(USAGE);
      System.exit(1);
    }
    Path folder = Files.createDirectories(Path.of(args[0]));
    Path data = Files.createTempDirectory("conformance-");
    try (ControlPlane plane = ControlPlane.start(data, CONTROLLERS)) {
      ConformanceRecorder recorder =
          new ConformanceRecorder(folder, Long.parseLong(args[1]), plane);
      recorder.recordAll(counts, data);
    }
    System.exit(0);
  }

  private static boolean read(String[] args, Map<String, Integer> counts) {
    for (String arg : List.of(args).subList(2, args.length)) {
      String[] parts = arg.split("=", 2);
      if (!counts.containsKey(parts[0]) || parts.length < 2 || !parts[1].matches("\\d{1,6}")) {
        return false;
      }
      counts.put(parts[0], Integer.parseInt(parts[1]));
    }
    return true;
  }

  private void recordAll(Map<String, Integer> counts, Path data) throws Exception {
    QuantitySpellings spellings = new QuantitySpellings(plane.api());
    spellings.prepare();
    write(
        "quantities",
        counts.getOrDefault("quantities", 0),
        SEQUENCES_AT_ONCE,
        i -> spellings.record(seed, i));
    AdmissionRecorder admission = new AdmissionRecorder(plane.api(), kubernetes);
    admission.prepare();
    List<String> families = AdmissionSequence.FAMILIES;
    write(
        "admission",
        counts.getOrDefault("admission", 0),
        SEQUENCES_AT_ONCE,
        i -> admission.record(families.get(i % families.size()), seed, i));
    try (RealScheduler scheduler = RealScheduler.start(plane, data)) {
      SchedulingRecorder scheduling = new SchedulingRecorder(plane.api(), scheduler, kubernetes);
      scheduling.prepare();
      List<String> kinds = SchedulingCluster.FAMILIES;
      write(
          "scheduling",
          counts.getOrDefault("scheduling", 0),
          1,
          i -> scheduling.record(kinds.get(i % kinds.size()), seed, i));
      DeviceRecorder devices = new DeviceRecorder(plane.api(), scheduler, kubernetes);
      write("dra", counts.getOrDefault("dra", 0), 1, i -> devices.record(seed, i));
    }
  }

  private void write(String name, int count, int atOnce, Recording recording) throws Exception {
    if (count == 0) {
      return;
    }
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    Path file = folder.resolve(name + ".jsonl");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      List<Future<JsonObject>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int index = i;
        all.add(threads.submit(() -> recording.record(index)));
      }
      for (Future<JsonObject> each : all) {
        out.write(each.get() + "\n");
      }
    } finally {
      threads.shutdownNow();
    }
    System.out.println(count + " in " + file);
  }
}
