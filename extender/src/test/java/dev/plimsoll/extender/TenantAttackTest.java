package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderBindingArgs;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.extender.scheduler.HeldPod;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tenant, or somebody who reaches the scheduler's verbs, may try. */
class TenantAttackTest {
  private static final String HELD = "quota gpus has no requests.nvidia.com/gpu left for placement";
  private static final String TOO_LARGE = "the pod is too large to be decided about";

  private final List<ExtenderBindingArgs> bound = new ArrayList<>();
  private final Cluster cluster =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.quota("team", 4))
          .add(ExtenderFixtures.pod("team", "real", 2, ""))
          .build();
  private long nanos;
  private Extender extender = extender(ExtenderSettings.DEFAULT);

  private Extender extender(ExtenderSettings settings) {
    return new Extender(
        cluster,
        settings,
        binding -> {
          bound.add(binding);
          return "";
        },
        () -> nanos);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private String filter(String body) {
    return ExtenderFixtures.text(extender.filter(bytes(body)).json());
  }

  private String filter(Pod pod) {
    return filter(ExtenderFixtures.args(pod, "a"));
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Pod pod(String name, long gpus) {
    return ExtenderFixtures.pod("team", name, gpus, "");
  }

  private List<String> assumed() {
    return extender.decisions().assumedPods().stream().map(AssumedPod::uid).toList();
  }

  @Test
  void a_pod_that_does_not_exist_takes_quota_for_seconds_and_not_again() {
    assertThat(filter(pod("made-up", 4))).contains("\"NodeNames\":[\"a\"]");
    assertThat(filter(pod("real", 2))).contains(HELD);
    pass(Duration.ofSeconds(4));
    filter(pod("made-up", 4));

    pass(Duration.ofSeconds(1));
    filter(pod("made-up", 4));

    assertThat(assumed()).isEmpty();
    assertThat(filter(pod("real", 2))).contains("\"NodeNames\":[\"a\"]");
    assertThat(extender.decisions().unknownPods()).isEqualTo(1);
  }

  @Test
  void no_more_than_a_bounded_number_of_pods_is_made_up_at_a_time() {
    for (int i = 0; i < 5000; i++) {
      filter(ExtenderFixtures.pod("elsewhere-" + i, "made-up-" + i, 1, ""));
    }

    assertThat(assumed()).hasSize(1000);
    assertThat(extender.decisions().unknownPods()).isEqualTo(5000);
    pass(Duration.ofSeconds(5));
    assertThat(assumed()).isEmpty();
  }

  @Test
  void a_pod_that_the_watch_shows_late_stays_assumed_from_then_on() {
    Pod late = pod("late", 2);
    filter(late);
    pass(Duration.ofSeconds(4));
    ExtenderFixtures.changed(extender, Optional.empty(), Optional.of(late), cluster.with(late));
    pass(Duration.ofSeconds(29));

    assertThat(assumed()).containsExactly("uid-late");
    pass(Duration.ofSeconds(1));
    assertThat(assumed()).isEmpty();
  }

  @Test
  void what_a_caller_says_that_a_pod_asks_for_is_not_what_it_takes() {
    filter(pod("real", 4));

    assertThat(filter(pod("other", 2))).contains("\"NodeNames\":[\"a\"]");
  }

  @Test
  void pods_that_do_not_exist_are_not_remembered_as_held() {
    for (int i = 0; i < 100; i++) {
      assertThat(filter(pod("made-up-" + i, 5))).contains(HELD);
    }
    assertThat(filter(pod("real", 5))).contains(HELD);

    assertThat(extender.decisions().held()).extracting(HeldPod::uid).containsExactly("uid-real");
  }

  @Test
  void nobody_binds_unless_that_is_configured() {
    String answer = bind(ExtenderFixtures.binding(pod("real", 2), "a"));

    assertThat(answer).contains("bind is off");
    assertThat(bound).isEmpty();
  }

  private String bind(String body) {
    return ExtenderFixtures.text(extender.bind(bytes(body)).json());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x/../../../../apis/rbac.authorization.k8s.io/v1/clusterroles/x",
        "x?dryRun=All",
        "x#",
        "..",
        "X",
        "x y",
        "x%2f.."
      })
  void a_name_that_is_none_becomes_no_path(String name) {
    extender = extender(ExtenderSettings.DEFAULT.withBind());
    for (String field : List.of("PodName", "PodNamespace", "Node")) {
      String body =
          "{\"PodName\":\"real\",\"PodNamespace\":\"team\",\"PodUID\":\"uid-real\",\"Node\":\"a\"}"
              .replaceAll("(\"" + field + "\":)\"[^\"]*\"", "$1\"" + name + "\"");

      assertThat(assertMalformed(body)).startsWith(field + ": ");
    }
    assertThat(bound).isEmpty();
    assertThat(bind(ExtenderFixtures.binding(pod("real", 2), "a"))).contains("\"Error\":\"\"");
  }

  private String assertMalformed(String body) {
    try {
      return bind(body);
    } catch (dev.plimsoll.extender.protocol.MalformedCallException e) {
      return e.sentence();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"labels", "annotations", "requests", "text", "list", "digits", "exponent"})
  void a_pod_made_too_large_is_held_rather_than_let_pass_and_costs_little(String part) {
    String large =
        switch (part) {
          case "labels" -> "\"metadata\":{\"labels\":{" + entries(30_000) + "}}";
          case "annotations" ->
              "\"metadata\":{\"annotations\":{\"a\":\"" + "x".repeat(3 << 20) + "\"}}";
          case "requests" ->
              "\"metadata\":{\"name\":\"n\",\"namespace\":\"team\"},\"spec\":{\"containers\":[{"
                  + "\"name\":\"c\",\"resources\":{\"requests\":{"
                  + entries(5000).replace("\"0\"", "\"1\"")
                  + "}}}]}";
          case "digits" -> limited("9".repeat(2_000));
          case "exponent" -> limited("1e20000");
          case "text" -> "\"spec\":{\"nodeName\":\"" + "\\u003c".repeat(1 << 19) + "\"}";
          default -> "\"spec\":[" + String.join(",", Collections.nCopies(4 << 20, "0")) + "]";
        };

    String answer = filter("{\"Pod\":{" + large + "},\"Nodes\":null,\"NodeNames\":[\"a\",\"b\"]}");

    assertThat(JsonParser.parseString(answer).getAsJsonObject())
        .hasToString(
            ("{'Nodes':null,'NodeNames':[],'FailedNodes':{},"
                    + "'FailedAndUnresolvableNodes':{'a':'"
                    + TOO_LARGE
                    + "','b':'"
                    + TOO_LARGE
                    + "'},'Error':''}")
                .replace('\'', '"'));
  }

  @Test
  void resources_of_which_a_pod_requests_nothing_do_not_hold_it() {
    String pod =
        "\"metadata\":{\"name\":\"n\",\"namespace\":\"team\"},\"spec\":{\"containers\":[{"
            + "\"name\":\"c\",\"resources\":{\"requests\":{"
            + entries(5000)
            + "}}}]}";

    assertThat(filter("{\"Pod\":{" + pod + "},\"Nodes\":null,\"NodeNames\":[\"a\",\"b\"]}"))
        .contains("\"NodeNames\":[\"a\",\"b\"]");
  }

  private static String limited(String cpu) {
    return "\"metadata\":{\"name\":\"n\",\"namespace\":\"team\"},\"spec\":{\"containers\":[{"
        + "\"name\":\"c\",\"resources\":{\"limits\":{\"cpu\":\""
        + cpu
        + "\"}}}]}";
  }

  private static String entries(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"made.up/" + i + "\":\"0\"")
        .collect(Collectors.joining(","));
  }
}
