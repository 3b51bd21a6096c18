package dev.plimsoll.kubernetes.kueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuotaTreeTest {
  private static final ResourceName CPU = ResourceName.of("cpu");

  @Test
  void kueues_own_table_of_available_quota_holds_with_usage_and_without() throws IOException {
    Map<String, List<String[]>> cases = table();
    assertThat(cases).hasSize(8);
    int checked = 0;
    for (Map.Entry<String, List<String[]>> test : cases.entrySet()) {
      for (String[] row : test.getValue()) {
        if (row[0].equals("queue")) {
          QuotaTree used = tree(test.getValue(), row[3], true);
          QuotaTree unused = tree(test.getValue(), row[3], false);
          assertThat(used.available(row[1])).as(test.getKey()).isEqualTo(Quantity.parse(row[8]));
          for (QuotaTree tree : List.of(used, unused)) {
            assertThat(tree.potentiallyAvailable(row[1]))
                .as(test.getKey())
                .isEqualTo(Quantity.parse(row[9]));
          }
          assertThat(unused.available(row[1])).as(test.getKey()).isEqualTo(Quantity.parse(row[9]));
          checked += 4;
        }
      }
    }
    assertThat(checked).isEqualTo(80);
  }

  @Test
  void a_queue_lends_what_its_lending_limit_leaves_and_nothing_without_a_cohort() {
    List<String[]> rows =
        List.of(
            row("queue,a,c,red,10,,4,0"), row("queue,b,c,red,2,,,3"), row("queue,d,,red,7,,,0"));
    QuotaTree tree = tree(rows, "red", true);

    assertThat(tree.lendable("a")).isEqualTo(Quantity.of(4));
    assertThat(tree.lendable("b")).isEqualTo(Quantity.of(2));
    assertThat(tree.lendable("d")).isEqualTo(Quantity.ZERO);
    assertThat(tree.borrowed("b")).isEqualTo(Quantity.of(1));
    assertThat(tree.borrowed("a")).isEqualTo(Quantity.ZERO);
  }

  @Test
  void cohorts_in_a_cycle_are_found_before_anything_is_counted() {
    List<String[]> rows =
        List.of(
            row("cohort,x,y,red,0,,"),
            row("cohort,y,x,red,0,,"),
            row("queue,a,x,red,1,,,0"),
            row("queue,b,z,red,1,,,0"));

    assertThat(tree(rows, "red", true).hasCycle("a")).isTrue();
    assertThat(tree(rows, "red", true).hasCycle("b")).isFalse();
  }

  private static QuotaTree tree(List<String[]> rows, String flavor, boolean used) {
    Map<String, List<FlavorQuota>> quotas = new LinkedHashMap<>();
    Map<String, String> parents = new LinkedHashMap<>();
    Map<String, Map<FlavorResource, Quantity>> usage = new LinkedHashMap<>();
    for (String[] row : rows) {
      String id = row[0] + "/" + row[1];
      FlavorResource key = new FlavorResource(row[3], CPU);
      parents.put(id, row[2]);
      quotas
          .computeIfAbsent(id, i -> new ArrayList<>())
          .add(new FlavorQuota(key, Quantity.parse(row[4]), limit(row[5]), limit(row[6]), ""));
      if (used && row[0].equals("queue")) {
        usage.computeIfAbsent(id, i -> new LinkedHashMap<>()).put(key, Quantity.parse(row[7]));
      }
    }
    List<ClusterQueue> queues = new ArrayList<>();
    List<Cohort> cohorts = new ArrayList<>();
    quotas.forEach(
        (id, own) -> {
          ObjectMeta meta = ObjectMeta.builder().name(id.substring(id.indexOf('/') + 1)).build();
          if (id.startsWith("queue/")) {
            queues.add(
                new ClusterQueue(
                    ClusterQueue.TYPE,
                    meta,
                    parents.getOrDefault(id, ""),
                    own,
                    false,
                    "None",
                    Optional.empty(),
                    Map.of(),
                    List.of(),
                    usage.getOrDefault(id, Map.of())));
          } else {
            cohorts.add(new Cohort(meta, parents.getOrDefault(id, ""), own));
          }
        });
    return QuotaTree.of(new FlavorResource(flavor, CPU), queues, cohorts);
  }

  @Test
  void amounts_count_in_whole_units_as_Kueue_counts() {
    FlavorResource gpus = new FlavorResource("a", ResourceName.of("nvidia.com/gpu"));
    ClusterQueue queue =
        new ClusterQueue(
            ClusterQueue.TYPE,
            ObjectMeta.builder().name("q").build(),
            "",
            List.of(
                new FlavorQuota(
                    gpus, Quantity.parse("1500m"), Optional.empty(), Optional.empty(), "")),
            false,
            "None",
            Optional.empty(),
            Map.of(),
            List.of(),
            Map.of());

    assertThat(QuotaTree.of(gpus, List.of(queue), List.of()).potentiallyAvailable("q"))
        .isEqualTo(Quantity.of(2));
  }

  private static Optional<Quantity> limit(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(Quantity.parse(text));
  }

  private static String[] row(String line) {
    return line.split(",", -1);
  }

  private static Map<String, List<String[]>> table() throws IOException {
    Map<String, List<String[]>> cases = new LinkedHashMap<>();
    try (InputStream in = QuotaTreeTest.class.getResourceAsStream("/kueue/available.csv")) {
      List<String[]> current = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (line.startsWith("case,")) {
          current = new ArrayList<>();
          cases.put(line.substring(5), current);
        } else if (!line.startsWith("#")) {
          current.add(row(line));
        }
      }
    }
    return cases;
  }
}
