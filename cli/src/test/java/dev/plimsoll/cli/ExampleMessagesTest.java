package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the real control plane said of each pod of the example is what is said here. */
class ExampleMessagesTest {
  private static final String ERROR = "Error creating: ";

  private final Cluster cluster = SnapshotReader.read(List.of(CliRun.EXAMPLE), n -> {});

  @TestFactory
  Stream<DynamicTest> pending_pods_get_the_recorded_condition() {
    return cluster.list(Pod.class).stream()
        .filter(p -> !p.isBound())
        .map(
            p ->
                DynamicTest.dynamicTest(
                    p.key(),
                    () ->
                        assertThat(explain("pod/" + p.name(), p.namespace()))
                            .isEqualTo(
                                p.status()
                                    .condition("PodScheduled")
                                    .map(Condition::message)
                                    .orElseThrow())));
  }

  private static String explain(String subject, String namespace) {
    JsonObject explanation =
        CliRun.jsonOnExample("explain", subject, "-n", namespace).getAsJsonObject();
    return explanation.getAsJsonObject("placement").get("message").getAsString();
  }

  @TestFactory
  Stream<DynamicTest> denied_pods_get_the_newest_recorded_denial() {
    List<String> owners =
        cluster.list(Event.class).stream()
            .filter(e -> e.reason().equals("FailedCreate"))
            .map(e -> e.regarding().namespace() + "/" + e.regarding().name())
            .distinct()
            .toList();
    assertThat(owners).hasSize(4);
    return owners.stream()
        .map(
            owner ->
                DynamicTest.dynamicTest(
                    owner,
                    () -> {
                      String[] parts = owner.split("/", -1);
                      JsonObject explanation =
                          CliRun.jsonOnExample("explain", "rs/" + parts[1], "-n", parts[0])
                              .getAsJsonObject();
                      assertThat(recorded(parts[0], parts[1]))
                          .contains(
                              explanation
                                  .getAsJsonObject("admission")
                                  .get("message")
                                  .getAsString());
                    }));
  }

  private List<String> recorded(String namespace, String owner) {
    return cluster.list(Event.class, namespace).stream()
        .filter(e -> e.regarding().name().equals(owner) && e.reason().equals("FailedCreate"))
        .map(Event::note)
        .map(n -> n.substring(n.indexOf(ERROR) + ERROR.length()))
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> placed_pods_are_called_placed() {
    return cluster.list(Pod.class).stream()
        .filter(Pod::isBound)
        .map(
            p ->
                DynamicTest.dynamicTest(
                    p.key(),
                    () -> {
                      JsonElement verdict =
                          CliRun.jsonOnExample("explain", "pod/" + p.name(), "-n", p.namespace())
                              .getAsJsonObject()
                              .get("verdict");
                      assertThat(verdict.getAsString()).isEqualTo("Placed");
                    }));
  }
}
