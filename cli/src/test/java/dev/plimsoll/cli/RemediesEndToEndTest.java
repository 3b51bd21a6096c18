package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Drawn clusters with planted faults on a real control plane. The first remedy of each is run as it
 * is printed, and then as many pods have to run as it foretold.
 *
 * <p>{@code -Dplimsoll.remedies.clusters=60 -Dplimsoll.remedies.seed=7} draws more, or others;
 * {@code -Dplimsoll.remedies.faults=NodesFull,Gated} plants these only.
 */
@RealControlPlane
class RemediesEndToEndTest {
  private static final int FAULTS_PER_CLUSTER = 6;
  private static final double REQUIRED = 0.95;
  private static final Pattern ADDED = Pattern.compile("add ([0-9]+) more nodes? like ([^ ,]+)");

  /** Longer than any controller waits that was denied half a minute ago. */
  private static final Duration BACK_OFF = Duration.ofSeconds(100);

  private final List<String> failures = new ArrayList<>();
  private final Map<PlantedFault.Kind, Integer> drawn = new EnumMap<>(PlantedFault.Kind.class);
  private int remedies;
  private int documents;
  private int sequences;

  /** A remedy that was run, and what it said about the fault's workload. */
  private record Applied(PlantedFault fault, String action, String script, int expected) {}

  @Test
  void what_the_first_remedies_foretell_comes_true(@TempDir Path folder) throws Exception {
    Assumptions.assumeTrue(
        Files.isExecutable(FaultyCluster.KUBECTL), "KUBEBUILDER_ASSETS has no kubectl");
    long seed = Long.getLong("plimsoll.remedies.seed", 1);
    int clusters = Integer.getInteger("plimsoll.remedies.clusters", 2);
    try (FaultyCluster cluster = new FaultyCluster(folder)) {
      for (int i = 0; i < clusters; i++) {
        Random random = new Random(seed * 1_000_003 + i);
        long start = System.nanoTime();
        tryOut(cluster, draw(cluster, random, "c" + i + "-"));
        System.out.printf(
            "seed %d, cluster %d: %d remedies so far, %d failures, %d s%n",
            seed, i, remedies, failures.size(), (System.nanoTime() - start) / 1_000_000_000);
      }
    }

    String found =
        "seed %d, %d clusters, %d remedies (%d with here-documents, %d of several commands), %d failures%ndrawn: %s%n%s"
            .formatted(
                seed,
                clusters,
                remedies,
                documents,
                sequences,
                failures.size(),
                drawn,
                String.join("\n\n", failures));
    System.out.println(found);
    assertThat(1 - failures.size() / (double) Math.max(1, remedies))
        .as(found)
        .isGreaterThanOrEqualTo(REQUIRED);
  }

  private static List<PlantedFault> draw(FaultyCluster cluster, Random random, String prefix)
      throws IOException {
    List<PlantedFault.Kind> kinds = new ArrayList<>(List.of(PlantedFault.Kind.values()));
    String only = System.getProperty("plimsoll.remedies.faults", "");
    if (!cluster.api().isThere("/apis/resource.k8s.io/v1")) {
      kinds.remove(PlantedFault.Kind.ClaimTemplateMissing);
    }
    if (!only.isEmpty()) {
      kinds.removeIf(k -> !List.of(only.split(",")).contains(k.name()));
    }
    Collections.shuffle(kinds, random);
    List<PlantedFault> faults = new ArrayList<>();
    for (PlantedFault.Kind kind : kinds.subList(0, Math.min(FAULTS_PER_CLUSTER, kinds.size()))) {
      String name = prefix + kind.name().toLowerCase(Locale.ROOT);
      faults.add(new PlantedFault(cluster, new Random(random.nextLong()), kind, name));
    }
    return faults;
  }

  private void tryOut(FaultyCluster cluster, List<PlantedFault> faults) throws Exception {
    for (PlantedFault fault : faults) {
      fault.plant();
    }
    List<Applied> applied = new ArrayList<>();
    for (PlantedFault fault : faults) {
      remedies++;
      drawn.merge(fault.kind(), 1, Integer::sum);
      apply(cluster, fault).ifPresent(applied::add);
    }
    long deadline = System.nanoTime() + BACK_OFF.toNanos();
    for (Applied each : applied) {
      while (!cameTrue(each) && System.nanoTime() < deadline) {
        Await.pause();
      }
      int placed = each.fault().placed();
      if (!cameTrue(each)) {
        failures.add(
            "%s: %d of %d placed after: %s%n%s"
                .formatted(each.fault(), placed, each.expected(), each.action(), each.script()));
      }
    }
    for (PlantedFault fault : faults) {
      cluster.api().delete("/api/v1/namespaces/" + fault.namespace());
      for (JsonObject node : cluster.api().list("/api/v1/nodes")) {
        String name = JsonPaths.text(node, "metadata", "name");
        if (name.startsWith(fault.namespace() + "-")) {
          cluster.api().delete("/api/v1/nodes/" + name);
        }
      }
    }
  }

  /** What is foretold of no pods in particular is that none waits. */
  private static boolean cameTrue(Applied applied) throws Exception {
    return applied.expected() > 0
        ? applied.fault().placed() >= applied.expected()
        : applied.fault().waiting() == 0;
  }

  private static CliRun explain(FaultyCluster cluster, PlantedFault fault, String format)
      throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of("explain", fault.workload(), "-n", fault.namespace(), "--kubeconfig"));
    words.add(cluster.kubeconfig());
    if (!format.isEmpty()) {
      words.addAll(List.of("-o", format));
    }
    return CliRun.of(words.toArray(String[]::new));
  }

  /** Runs the first remedy of a fault; nothing if that fails, which is noted. */
  private Optional<Applied> apply(FaultyCluster cluster, PlantedFault fault) throws Exception {
    CliRun json = explain(cluster, fault, "json");
    String text = explain(cluster, fault, "").out();
    if (json.out().isEmpty()) {
      failures.add(fault + ": " + json.err());
      return Optional.empty();
    }
    JsonArray gaps = JsonParser.parseString(json.out()).getAsJsonObject().getAsJsonArray("gaps");
    boolean named = false;
    List<JsonObject> all = new ArrayList<>();
    for (int i = 0; i < gaps.size(); i++) {
      JsonObject gap = gaps.get(i).getAsJsonObject();
      named |= i < 2 && fault.kind().gaps().contains(JsonPaths.text(gap, "kind"));
      gap.getAsJsonArray("remedies").forEach(r -> all.add(r.getAsJsonObject()));
    }
    String shown = text.substring(Math.max(0, text.indexOf("What is wrong")));
    if (!named) {
      failures.add(fault + " is neither the first nor the second gap:\n" + text);
      return Optional.empty();
    }
    for (JsonObject remedy : all) {
      if (placesOthersOnly(remedy, fault)) {
        failures.add(fault + " has a remedy for others only:\n" + shown);
        return Optional.empty();
      }
    }
    Optional<JsonObject> first =
        all.stream()
            .filter(r -> r.get("helps").getAsBoolean())
            .min(Comparator.comparing(r -> r.has("stops")));
    if (first.isEmpty()) {
      failures.add(fault + " has no remedy that helps:\n" + shown);
      return Optional.empty();
    }
    int before = fault.placed();
    String script = firstScript(text);
    documents += script.contains("<<'EOF'") ? 1 : 0;
    sequences += script.lines().filter(l -> l.strip().startsWith("kubectl ")).count() > 1 ? 1 : 0;
    Optional<String> failed = script.isEmpty() ? Optional.empty() : cluster.shell(script);
    if (failed.isPresent()) {
      failures.add(fault + ": " + script + "\n" + failed.get());
      return Optional.empty();
    }
    buy(cluster, JsonPaths.text(first.get(), "action"));
    int foretold =
        first.get().has("foretold")
            ? first.get().getAsJsonObject("foretold").get("placed").getAsInt()
            : 0;
    return Optional.of(
        new Applied(
            fault,
            JsonPaths.text(first.get(), "action"),
            shown,
            foretold == 0 ? 0 : before + foretold));
  }

  /** A remedy that gives the workload up is named as that. */
  private static boolean placesOthersOnly(JsonObject remedy, PlantedFault fault) {
    return remedy.has("foretold")
        && !JsonPaths.text(remedy, "action").startsWith("give up ")
        && !(JsonPaths.text(remedy, "foretold", "workload", "name").equals("w")
            && JsonPaths.text(remedy, "foretold", "workload", "namespace")
                .equals(fault.namespace()));
  }

  /** Returns the commands that are printed below the first remedy, as one would copy them. */
  private static String firstScript(String text) {
    List<String> script = new ArrayList<>();
    boolean first = false;
    boolean document = false;
    for (String line : text.lines().toList()) {
      if (line.startsWith("  1. ")) {
        first = true;
      } else if (line.matches("  [0-9]+\\. .*") || line.startsWith("  or, to give up")) {
        first = false;
      } else if (first && document) {
        script.add(line);
        document = !line.equals("EOF");
      } else if (first && line.strip().startsWith("kubectl ")) {
        script.add(line);
        document = line.contains("<<'EOF'");
      }
    }
    return String.join("\n", script);
  }

  /** Nodes that a remedy adds are bought by hand. */
  private static void buy(FaultyCluster cluster, String action) throws Exception {
    Matcher nodes = ADDED.matcher(action);
    while (nodes.find()) {
      cluster.buyNodes(nodes.group(2), Integer.parseInt(nodes.group(1)));
    }
  }
}
