package dev.plimsoll.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.hours.HoursFile;
import dev.plimsoll.kube.price.PriceList;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.access.AccessRequest;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A device whose last hour is recorded. */
class HoursRouteTest {
  private static final Set<AccessRequest> ALL =
      Set.of(AccessRequest.listPods(""), AccessRequest.getNodes());
  private static final String LINE =
      """
      {"begin": "2026-11-01T11:00:00Z", "end": "2026-11-01T12:00:00Z", "observedSeconds": 3600,\
       "devices": [{"resource": "nvidia.com/gpu", "product": "A100", "state": "allocated",\
       "tenant": "team", "seconds": 3600}]}
      """;

  @TempDir private Path folder;

  private static HoursRoute route(Optional<HoursSource> source, Set<AccessRequest> rights)
      throws Exception {
    Cluster cluster = Cluster.builder(Instant.EPOCH).complete().build();
    HoursRoute route =
        new HoursRoute(
            new Reports(() -> cluster, AccessGuard.granting(rights::contains)),
            source,
            () -> Instant.parse("2026-11-01T12:30:00Z"));
    for (Views.Duty duty : route.duties()) {
      duty.body().run();
    }
    return route;
  }

  private Optional<HoursSource> source(String lines) throws Exception {
    Path file = Files.writeString(folder.resolve("hours.jsonl"), lines);
    return Optional.of(new HoursSource(() -> HoursFile.read(List.of(file)), List.of("drawn")));
  }

  private static Reply ask(HoursRoute route, Map<String, String> query) {
    return route.route().handler().apply(new Call(InputStream.nullInputStream(), query, ""));
  }

  private static JsonObject json(HoursRoute route, Map<String, String> query) {
    return JsonParser.parseString(
            new String(ask(route, query).body().get(0), StandardCharsets.UTF_8))
        .getAsJsonObject();
  }

  @Test
  void hours_without_records_are_unknown_and_said() throws Exception {
    JsonObject json = json(route(source(LINE), ALL), Map.of("since", "1d", "by", "tenant"));

    assertThat(json.get("from").getAsString()).isEqualTo("2026-10-31T12:00:00Z");
    assertThat(json.getAsJsonArray("lines").asList())
        .extracting(l -> l.getAsJsonObject().get("state").getAsString())
        .containsExactlyInAnyOrder("allocated", "unknown");
    assertThat(json.getAsJsonArray("notes").toString())
        .contains("the records begin at 2026-11-01T11:00:00Z; 23.0 of 24.0 hours", "drawn");
  }

  @Test
  void hours_cost_money() throws Exception {
    HoursSource free = source(LINE).orElseThrow();
    PriceList prices =
        new PriceList("EUR", Map.of("A100", new BigDecimal("2.5")), Set.of("nvidia.com/gpu"));
    JsonObject json = json(route(Optional.of(free.withPrices(prices)), ALL), Map.of());
    JsonObject allocated =
        json.getAsJsonArray("lines").asList().stream()
            .map(JsonElement::getAsJsonObject)
            .filter(l -> l.get("state").getAsString().equals("allocated"))
            .findFirst()
            .orElseThrow();

    assertThat(json.get("currency").getAsString()).isEqualTo("EUR");
    assertThat(allocated.get("money").getAsDouble()).isEqualTo(2.5);
    assertThat(json(route(Optional.of(free), ALL), Map.of()).toString()).doesNotContain("money");
  }

  @Test
  void that_there_are_no_records_is_said() throws Exception {
    assertThat(json(route(source(""), ALL), Map.of()).get("notKnown").getAsString())
        .isEqualTo("no device-hours are recorded since 2026-10-02T12:30:00Z");
    assertThat(json(route(Optional.empty(), ALL), Map.of()).get("notKnown").getAsString())
        .startsWith("not known here");
  }

  @Test
  void a_problem_of_the_records_is_told() throws Exception {
    HoursRoute route =
        new HoursRoute(
            new Reports(Cluster.builder(Instant.EPOCH)::build, AccessGuard.granting(ALL::contains)),
            source("nonsense\n"),
            () -> Instant.EPOCH);

    assertThatThrownBy(() -> route.duties().get(0).body().run()).isInstanceOf(InputException.class);
    assertThat(json(route, Map.of()).get("notKnown").getAsString())
        .contains("hours.jsonl: line 1 is not a JSON object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"since=2d", "by=namespace"})
  void wrong_parameters_are_told(String parameter) throws Exception {
    String[] parts = parameter.split("=", -1);

    assertThat(ask(route(source(LINE), ALL), Map.of(parts[0], parts[1])).status()).isEqualTo(400);
  }

  /** Other tenants' hours are for those who may see all tenants. */
  @Test
  void a_tenant_may_not_ask() throws Exception {
    for (Set<AccessRequest> rights :
        List.of(
            Set.of(AccessRequest.getNodes()),
            Set.of(AccessRequest.listPods("")),
            Set.of(AccessRequest.listPods("team"), AccessRequest.getNodes()))) {
      assertThat(ask(route(source(LINE), rights), Map.of()).status()).isEqualTo(403);
    }
  }
}
