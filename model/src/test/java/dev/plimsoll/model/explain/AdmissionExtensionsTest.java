package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.MatchResources;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.WebhookConfiguration.Webhook;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AdmissionExtensionsTest {
  private static final String TOGETHER = "may take";

  private static Stream<WebhookConfiguration> webhooks(boolean mutating, int... timeouts) {
    LabelSelector all = new LabelSelector(Map.of(), List.of());
    MatchResources pods =
        new MatchResources(
            all,
            all,
            List.of(
                new MatchResources.Rule(
                    List.of(""),
                    List.of("v1"),
                    List.of("CREATE"),
                    List.of("pods"),
                    List.of(),
                    "*")),
            List.of());
    return IntStream.of(timeouts)
        .mapToObj(
            seconds ->
                new WebhookConfiguration(
                    ObjectMeta.of("", (mutating ? "m" : "v") + seconds),
                    mutating ? WebhookConfiguration.MUTATING : WebhookConfiguration.VALIDATING,
                    mutating
                        ? WebhookConfiguration.MUTATING_RESOURCE
                        : WebhookConfiguration.VALIDATING_RESOURCE,
                    List.of(
                        new Webhook("w" + seconds, pods, "Ignore", seconds, Optional.empty()))));
  }

  private static List<String> sentences(Stream<WebhookConfiguration> webhooks) {
    Cluster cluster = Cluster.builder(Instant.EPOCH).complete().addAll(webhooks.toList()).build();
    return new AdmissionExtensions(cluster, pod("p").build()).sentences().toList();
  }

  @Test
  void mutating_webhooks_wait_one_after_the_other() {
    assertThat(sentences(webhooks(true, 12, 8, 11, 9)).get(0))
        .startsWith("its webhooks may take 40 s together")
        .contains("w12 12 s", "w9 9 s", "ends a request after 34 s");
  }

  @Test
  void a_sum_within_the_time_of_a_request_is_not_mentioned() {
    assertThat(sentences(webhooks(true, 20, 14))).noneMatch(s -> s.contains(TOGETHER));
  }

  @Test
  void validating_webhooks_wait_together() {
    assertThat(sentences(webhooks(false, 20, 21, 22))).noneMatch(s -> s.contains(TOGETHER));
    assertThat(sentences(Stream.concat(webhooks(true, 10, 5), webhooks(false, 19, 20))).get(0))
        .contains("may take 35 s together");
  }
}
