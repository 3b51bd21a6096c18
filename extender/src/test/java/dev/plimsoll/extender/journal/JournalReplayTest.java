package dev.plimsoll.extender.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.config.JournalSettings;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records calls of all kinds and decides them again. */
class JournalReplayTest {
  private static final int PODS = 14;
  private static final List<String> NODES = List.of("a", "b", "c");

  @TempDir Path folder = Path.of("");

  private Path file() {
    return folder.resolve("decisions.jsonl");
  }

  private DecisionJournal journal() {
    JournalSettings settings = new JournalSettings(10_000, Optional.of(file()), 64L << 20, 1);
    return new DecisionJournal(settings, Clock.systemUTC(), Optional::empty);
  }

  private void write(DecisionJournal journal) throws IOException {
    JournalSettings settings = new JournalSettings(10_000, Optional.of(file()), 64L << 20, 1);
    try (JournalFile file = JournalFile.open(file(), settings, "one")) {
      file.append(journal.after(0), e -> {});
    }
  }

  private JournalReplay.Result replay() {
    return JournalReplay.of(List.of(file()));
  }

  /** An extender of a cluster that a seed chooses, and calls that it chooses. */
  private static final class Calls {
    private final Random random;
    private final DecisionJournal journal;
    private final Cluster cluster;
    private final Extender extender;

    Calls(long seed, DecisionJournal journal) {
      this.random = new Random(seed);
      this.journal = journal;
      this.cluster = cluster();
      ExtenderSettings settings =
          new ExtenderSettings(
                  true,
                  random.nextBoolean() ? Set.of(ExtenderFixtures.GPU) : Set.of(),
                  Duration.ofSeconds(30))
              .withBind()
              .withPolicies(
                  List.of(
                      ExtenderFixtures.policy(
                          one(PlacementMode.HOLD, PlacementMode.HOLD, PlacementMode.REPORT),
                          one(BorrowingMode.values()))));
      this.extender =
          new Extender(
              cluster,
              settings,
              b -> random.nextInt(4) == 0 ? "pods is forbidden" : "",
              System::nanoTime);
    }

    @SafeVarargs
    private <T> T one(T... some) {
      return some[random.nextInt(some.length)];
    }

    private Cluster cluster() {
      ClusterBuilder builder = ExtenderFixtures.cluster();
      NODES.forEach(n -> builder.add(ExtenderFixtures.node(n, 8)));
      builder.add(ExtenderFixtures.quota("one", 4 + random.nextInt(20)));
      for (int i = 0; i < PODS; i++) {
        String gpus = "nvidia.com/gpu=" + (1 + random.nextInt(4));
        builder.add(
            PodBuilder.pod(one("one", "two"), "pod-" + i)
                .uid("uid-pod-" + i)
                .requests(gpus)
                .limits(gpus)
                .on(one("a", "b", "c", ""))
                .build());
      }
      return builder.build();
    }

    void make(int count) {
      for (int i = 0; i < count; i++) {
        List<Pod> pods = List.copyOf(cluster.list(Pod.class));
        Pod pod = pods.get(random.nextInt(pods.size()));
        String args = ExtenderFixtures.args(pod, "a", "b", "c");
        switch (random.nextInt(4)) {
          case 0 -> call("filter", extender::filter, args);
          case 1 -> call("prioritize", extender::prioritize, args);
          case 2 -> call("preempt", extender::preempt, preempt(pod));
          default ->
              call("bind", extender::bind, ExtenderFixtures.binding(pod, one("a", "b", "c")));
        }
      }
    }

    private String preempt(Pod pod) {
      String victims =
          NODES.stream()
              .map(
                  n ->
                      "\"%s\":{\"Pods\":[%s],\"NumPDBViolations\":%d}"
                          .formatted(n, uids(n), random.nextInt(2)))
              .collect(Collectors.joining(","));
      return "{\"Pod\":"
          + ExtenderFixtures.podJson(pod)
          + ",\"NodeNameToMetaVictims\":{"
          + victims
          + "}}";
    }

    private String uids(String node) {
      return cluster.podsOn(node).stream()
          .filter(p -> random.nextBoolean())
          .map(p -> "{\"UID\":\"" + p.metadata().uid() + "\"}")
          .collect(Collectors.joining(","));
    }

    private void call(String verb, Function<InputStream, Extender.Response> answer, String body) {
      Extender.Response response =
          answer.apply(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
      response
          .decided()
          .ifPresent(
              d -> journal.add(verb, response.reason(), d, response.grounds(), Duration.ZERO));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void every_kind_of_call_is_decided_again_as_before(long seed) throws IOException {
    DecisionJournal journal = journal();
    new Calls(seed, journal).make(200);
    write(journal);

    JournalReplay.Result result = replay();

    assertThat(result.first()).isEmpty();
    assertThat(result.skipped().keySet())
        .isSubsetOf(
            "bind: the API server did not bind the pod",
            "filter: no gang, quota, share or reservation applied to the pod");
    long skipped = result.skipped().values().stream().mapToLong(Long::longValue).sum();
    assertThat(result.replayed()).isEqualTo(result.decisions() - skipped).isGreaterThan(100);
    assertThat(result.unreadable()).isZero();
  }

  @Test
  void a_journal_is_read_as_it_was_written() throws IOException {
    DecisionJournal journal = journal();
    new Calls(1, journal).make(200);
    write(journal);
    List<JournalEntry> read = new ArrayList<>();

    assertThat(JournalReader.read(file(), (line, entry) -> read.add(entry))).isZero();

    assertThat(read).isEqualTo(journal.after(0));
  }

  /** The journal says of each kind of call something from which another answer follows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prioritize|\\[(\\d+),-?\\d+,\\d+,\\d+,(-?\\d+),10\\]|[$1,8,0,0,$2,10]|scores",
        "preempt|\"notBorrowing\":0|\"notBorrowing\":7|evictions on",
        "preempt|\"reserved\":false|\"reserved\":true|no evictions",
        "bind|\"used\":\"\\d+\"|\"used\":\"99\"|has no share",
        "bind|\"free\":\\{\"nvidia.com/gpu\":\"\\d+\"|\"free\":{\"nvidia.com/gpu\":\"0\"|Insufficient",
        "filter|\"used\":\"\\d+\"|\"used\":\"99\"|has no share"
      })
  void a_changed_answer_is_found_and_told(String verb, String from, String to, String now)
      throws IOException {
    List<JournalReplay.Difference> found = new ArrayList<>();
    for (int seed = 0; seed < 8; seed++) {
      Files.deleteIfExists(file());
      DecisionJournal journal = journal();
      new Calls(seed, journal).make(100);
      write(journal);
      List<String> lines =
          Files.readAllLines(file()).stream()
              .map(l -> l.contains("\"verb\":\"" + verb + "\"") ? l.replaceAll(from, to) : l)
              .toList();
      Files.write(file(), lines);
      replay().first().ifPresent(found::add);
    }

    assertThat(found).isNotEmpty();
    assertThat(found).allSatisfy(d -> assertThat(d.entry().verb()).isEqualTo(verb));
    assertThat(found).anySatisfy(d -> assertThat(d.now()).contains(now));
    assertThat(found).allSatisfy(d -> assertThat(d.now()).isNotEqualTo(d.recorded()));
  }

  @Test
  void entries_of_an_older_version_are_read_and_counted() throws IOException {
    DecisionJournal journal = journal();
    new Calls(1, journal).make(100);
    write(journal);
    List<String> older =
        Files.readAllLines(file()).stream()
            .map(l -> l.replaceAll(",\"grounds\":.*", "}"))
            .map(l -> l.replaceAll("\"state\":\\d+,", ""))
            .toList();
    Files.write(file(), older);

    JournalReplay.Result result = replay();

    assertThat(result.unreadable()).isZero();
    assertThat(result.differences()).isZero();
    assertThat(result.skipped().keySet())
        .contains(
            "bind: an older version wrote the entry",
            "preempt: an older version wrote the entry",
            "prioritize: an older version wrote the entry");
    assertThat(result.replayed()).isPositive();
  }

  @Test
  void a_call_about_too_many_different_nodes_says_so() {
    List<NodeHeadroom> nodes = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      nodes.add(new NodeHeadroom(8, 8, 0, i, i));
    }

    assertThat(Grounds.Scores.of(nodes, Grounds.PACKING.scores(nodes, true), true))
        .isEqualTo(new Grounds.Unrecorded("prioritize named more than 512 different nodes"));
  }

  @Test
  void scores_of_alike_nodes_are_recorded_once() {
    List<NodeHeadroom> nodes = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      nodes.add(new NodeHeadroom(8, i % 9, 8 - i % 9, 0, -i));
    }

    Grounds grounds = Grounds.Scores.of(nodes, Grounds.PACKING.scores(nodes, true), true);

    assertThat(grounds)
        .isInstanceOfSatisfying(
            Grounds.Scores.class,
            s -> {
              assertThat(s.nodes()).hasSize(10);
              assertThat(s.now()).isEqualTo(s.recorded());
            });
  }

  @Test
  void the_ranks_of_domains_are_recorded_and_replayed_if_there_are_any() {
    List<NodeHeadroom> nodes =
        List.of(
            new NodeHeadroom(8, 8, 0, 0, 1).withDomain(1),
            new NodeHeadroom(8, 8, 0, 0, 2).withDomain(1000),
            new NodeHeadroom(8, 8, 0, 0, 3));

    Grounds grounds = Grounds.Scores.of(nodes, Grounds.PACKING.scores(nodes, true), true);
    JsonObject json = GroundsJson.write(grounds);

    assertThat(json)
        .hasToString(
            "{\"wantsDevices\":true,\"scores\":"
                + "[[8,8,0,0,1,1,9],[8,8,0,0,2,1000,10],[8,8,0,0,3,8]]}");
    assertThat(GroundsJson.read("prioritize", Optional.of(json)))
        .isEqualTo(grounds)
        .isInstanceOfSatisfying(
            Grounds.Scores.class, s -> assertThat(s.now()).isEqualTo(s.recorded()));
  }

  @Test
  void without_a_file_no_grounds_are_kept() {
    DecisionJournal journal =
        new DecisionJournal(JournalSettings.DEFAULT, Clock.systemUTC(), Optional::empty);
    new Calls(1, journal).make(10);

    assertThat(journal.after(0))
        .allSatisfy(e -> assertThat(e.grounds()).isInstanceOf(Grounds.Unrecorded.class));
  }
}
