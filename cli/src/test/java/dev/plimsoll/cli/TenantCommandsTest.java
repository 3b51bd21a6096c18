package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TenantCommandsTest {
  private static final String NOTE = "note: only namespace vision was read, without nodes and ";

  private static final String REQUEST =
      "note: to see more, send an administrator: kubectl create clusterrolebinding"
          + " plimsoll-vera --clusterrole=plimsoll-viewer --user=vera";

  /** What a terminal of 90 columns has in three lines. */
  private static final int THREE_LINES = 3 * 90;

  @TempDir Path folder;
  private SharedExampleServer cluster;

  @BeforeEach
  void start() throws IOException {
    cluster = new SharedExampleServer(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  static Stream<String> commands() {
    return Stream.of(
        "gaps",
        "gaps -n vision",
        "gaps -n vision -o json",
        "gaps -n vision -o wide",
        "explain deployment/notebook",
        "explain deployment/notebook -o json",
        "explain -f POD",
        "fit -f POD",
        "fit -f POD -o json",
        "quota",
        "quota -o json",
        "quota describe gpu",
        "capacity",
        "capacity -o json",
        "whatif --set-quota vision/gpu:requests.nvidia.com/gpu=8 gaps",
        "whatif --set-quota vision/gpu:requests.nvidia.com/gpu=8 explain deployment/notebook");
  }

  private String[] words(String command) throws IOException {
    Path pod =
        Files.writeString(
            folder.resolve("pod.yaml"),
            Files.readString(CliRun.ROOT.resolve("examples/pod.yaml"))
                .replace("namespace: nlp", "namespace: vision"));
    return command.replace("POD", pod.toString()).split(" ");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void a_tenant_is_answered_with_two_short_notes_and_nothing_of_others(String command)
      throws IOException {
    CliRun cliRun = cluster.asTenant(words(command));

    assertThat(cliRun.exitCode()).as(cliRun.err()).isLessThan(2);
    assertThat(cliRun.out()).isNotEmpty();
    assertThat(cliRun.err().lines().filter(l -> l.startsWith("note: ")))
        .filteredOn(l -> !l.contains("Kubernetes"))
        .satisfiesExactly(
            note -> assertThat(note).startsWith(NOTE), note -> assertThat(note).isEqualTo(REQUEST))
        .satisfies(
            notes -> assertThat(String.join("", notes).length()).isLessThanOrEqualTo(THREE_LINES));
    for (String name : namesOfOthers()) {
      assertThat(cliRun.out() + cliRun.err())
          .doesNotContainPattern("(?<![\\w.-])" + Pattern.quote(name) + "(?![\\w-])");
    }
  }

  /** Names that only others' objects have, and nodes that hold none of the tenant's pods. */
  private static Set<String> namesOfOthers() throws IOException {
    Set<String> own = new HashSet<>();
    Set<String> others = new TreeSet<>();
    for (JsonObject object : SharedExampleServer.objects()) {
      String kind = object.get("kind").getAsString();
      JsonObject metadata = object.getAsJsonObject("metadata");
      String name = metadata.has("name") ? metadata.get("name").getAsString() : "";
      String namespace = metadata.has("namespace") ? metadata.get("namespace").getAsString() : "";
      if (namespace.equals(SharedExampleServer.TENANT)) {
        own.add(name);
        JsonObject spec = object.getAsJsonObject("spec");
        if (kind.equals("Pod") && spec.has("nodeName")) {
          own.add(spec.get("nodeName").getAsString());
        }
      } else if (List.of("Pod", "Node", "Namespace", "ResourceQuota", "Deployment")
          .contains(kind)) {
        others.add(name);
      }
    }
    others.removeAll(own);
    others.removeAll(Set.of(SharedExampleServer.TENANT, "default"));
    assertThat(others).hasSizeGreaterThan(40);
    return others;
  }

  @Test
  void a_tenants_gaps_are_those_of_the_full_view() {
    Set<String> all = gaps(cluster.asAdmin("gaps", "-o", "json"));
    Set<String> seen = gaps(cluster.asTenant("gaps", "-o", "json"));

    assertThat(seen)
        .isSubsetOf(all)
        .contains("LimitRangeInjects vision")
        .allMatch(g -> g.endsWith(" vision"));
  }

  @Test
  void pending_pods_that_hold_quota_are_known_by_their_own_conditions() {
    cluster.server().access().allow("vera", "list", "*", "research");

    assertThat(gaps(cluster.asTenantIn("research", "gaps", "-o", "json")))
        .contains("PendingHoldsQuota research");
  }

  @Test
  void what_a_tenant_can_do_herself_comes_before_what_needs_an_administrator() {
    cluster.server().access().allow("vera", "list", "*", "research");

    assertThat(cluster.asTenantIn("research", "explain", "deployment/eval").out())
        .doesNotContain("give up")
        .containsSubsequence(
            "1. suspend job/h200-sweep, whose pending pods hold 6 of requests.nvidia.com/gpu",
            "who: tenant",
            "2. raise requests.nvidia.com/gpu of quota gpu from 8 to 11",
            "who: admin");
  }

  /** Returns kinds and namespaces; that capacity is unknown is true where it is free. */
  private static Set<String> gaps(CliRun cliRun) {
    JsonArray gaps = JsonParser.parseString(cliRun.out()).getAsJsonObject().getAsJsonArray("gaps");
    Set<String> found = new TreeSet<>();
    for (JsonElement gap : gaps) {
      JsonObject fields = gap.getAsJsonObject();
      String kind = fields.get("kind").getAsString().replace("CapacityUnknown", "CapacityFree");
      found.add(kind + " " + fields.get("namespace").getAsString());
    }
    return found;
  }

  @Test
  void quotas_of_the_namespace_are_answered_in_full_but_for_what_nodes_give() {
    JsonObject all = firstKey(cluster.asAdmin("quota", "-n", "vision", "-o", "json"));

    all.remove("nodesCouldGive");

    assertThat(firstKey(cluster.asTenant("quota", "-o", "json"))).isEqualTo(all);
  }

  private static JsonObject firstKey(CliRun cliRun) {
    return JsonParser.parseString(cliRun.out())
        .getAsJsonObject()
        .getAsJsonArray("quotas")
        .get(0)
        .getAsJsonObject();
  }

  @Test
  void capacity_without_rights_on_nodes_is_not_said_to_be_none() {
    assertThat(cluster.asTenant("capacity").out()).startsWith("Nodes were not read.");
  }

  @Test
  void what_others_pods_hold_of_visible_nodes_is_not_said_to_be_nothing() {
    cluster.server().access().allow("vera", "list", "nodes", "");

    JsonObject group =
        JsonParser.parseString(cluster.asTenant("capacity", "-o", "json").out())
            .getAsJsonObject()
            .getAsJsonArray("nodeGroups")
            .get(0)
            .getAsJsonObject();

    assertThat(group.keySet()).contains("total", "nodes").doesNotContain("placed", "free", "fits");
  }

  @Test
  void all_namespaces_are_denied_in_one_sentence() {
    CliRun cliRun = cluster.asTenant("gaps", "-A");

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err())
        .isEqualToIgnoringNewLines(
            "error: cannot list pods and resourcequotas in all namespaces (forbidden), as -A"
                + " requires; use -n with a namespace that you may read");
  }

  @Test
  void a_namespace_of_others_is_denied_in_one_sentence() {
    CliRun cliRun = cluster.asTenant("gaps", "-n", "nlp");

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err())
        .isEqualToIgnoringNewLines(
            "error: cannot list anything in the namespace nlp (forbidden); use -n with a namespace that you may read");
  }

  @Test
  void a_tenants_snapshot_is_answered_as_the_cluster_is() {
    String file = folder.resolve("mine.json").toString();
    CliRun written = cluster.asTenant("snapshot", file);

    assertThat(written.err().lines())
        .as("a slow reading tells its progress first")
        .anyMatch(l -> l.startsWith(NOTE));
    for (String command : List.of("quota", "explain deployment/notebook", "capacity")) {
      CliRun live = cluster.asTenant(command.split(" "));
      String[] words = (command + " --snapshot " + file).split(" ");
      assertThat(CliRun.of(words).err().lines()).containsAll(notes(live));
      assertThat(withoutSource(CliRun.of(words).out())).isEqualTo(withoutSource(live.out()));
    }
  }

  private static List<String> notes(CliRun cliRun) {
    return cliRun.err().lines().filter(l -> l.startsWith("note: ") && !l.equals(REQUEST)).toList();
  }

  /** Printed commands name the source of the answer, and the time of the reading. */
  private static String withoutSource(String text) {
    return text.replaceAll(" --(snapshot|kubeconfig) \\S+", "")
        .replaceAll("retried-at=\\S+", "")
        .replaceAll("It takes.*", "");
  }

  @Test
  void the_printed_command_names_what_the_cluster_serves() throws IOException {
    CliRun cliRun = cluster.asAdmin("snapshot", "--print-command");

    assertThat(cliRun.err()).isEmpty();
    assertThat(cliRun.out())
        .startsWith("kubectl get nodes,pods,resourcequotas,limitranges,namespaces,events,")
        .contains(",resourceclaims", ",deviceclasses", " -A -o json --kubeconfig ")
        .doesNotContain("clusterresourcequotas", "capacitypolicies")
        .endsWith("admin.kubeconfig > cluster.json" + System.lineSeparator());
    Files.createDirectory(folder.resolve("a b"));
    Path none = folder.resolve("a b/none.yaml");
    CliRun general =
        CliRun.of("snapshot", "--print-command", "--kubeconfig", none.toString(), "-n", "vision");

    assertThat(general.exitCode()).isZero();
    assertThat(general.err()).startsWith("note: this is the command for any cluster, ");
    assertThat(general.out())
        .startsWith("kubectl get pods,resourcequotas,limitranges,events,")
        .contains(" -n vision -o json --kubeconfig '" + none + "'")
        .doesNotContain("nodes", "resourceclaims");
  }

  @Test
  void the_documented_command_is_the_printed_one() throws IOException {
    String printed = CliRun.of("snapshot", "--print-command", "--kubeconfig", "none.yaml").out();

    assertThat(Files.readString(CliRun.ROOT.resolve("docs/reading.md")))
        .contains("\n" + printed.strip().replace(" --kubeconfig none.yaml", "") + "\n");
  }

  @Test
  void a_snapshot_needs_a_file_or_the_wish_for_the_command() {
    assertThat(CliRun.of("snapshot").err()).contains("FILE", "--print-command");
    assertThat(CliRun.of("snapshot", "a.json", "--print-command").exitCode()).isEqualTo(2);
  }
}
