package dev.plimsoll.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.access.AccessRequest;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;

class BacktestRoutesTest {
  private static final String REPORT = "/api/v1/advice/backtest";
  private static final String CHART = REPORT + "/chart";

  private int runs;

  private BacktestSource.Result run() {
    runs++;
    JsonObject report = new JsonObject();
    report.addProperty("tenants", 2);
    return new BacktestSource.Result(report, "<svg/>");
  }

  private static Views views(Optional<BacktestSource> source, Set<AccessRequest> rights) {
    Cluster cluster = Cluster.empty(Instant.EPOCH);
    return ConsoleRoutes.with(
            new ConsoleSources(
                (all, policies) -> List.of(),
                (options, all) -> List.of(),
                Optional.empty(),
                source))
        .of(new Reports(() -> cluster, AccessGuard.granting(rights::contains)), List::of);
  }

  private static Views ofAll(Optional<BacktestSource> source) {
    return views(source, Set.of(AccessRequest.listPods(""), AccessRequest.getNodes()));
  }

  private static Reply ask(Views views, String path) {
    return views.routes().stream()
        .filter(r -> r.path().equals(path))
        .findFirst()
        .orElseThrow()
        .handler()
        .apply(new Call(InputStream.nullInputStream(), Map.of(), ""));
  }

  private static String text(Views views, String path) {
    return new String(ask(views, path).body().get(0), StandardCharsets.UTF_8);
  }

  private static void runDuty(Views views) throws Exception {
    for (Views.Duty duty : views.duties()) {
      if (duty.name().equals("backtest")) {
        duty.body().run();
      }
    }
  }

  @Test
  void without_recorded_demand_that_is_said() {
    Views views = ofAll(Optional.empty());

    assertThat(text(views, REPORT)).contains("notKnown", "console.backtest.demand names no");
    assertThat(ask(views, CHART).status()).isEqualTo(501);
  }

  @Test
  void it_is_run_once_and_known_from_then_on() throws Exception {
    Views views = ofAll(Optional.of(this::run));
    assertThat(text(views, REPORT)).contains("notKnown", "hasn't ended");
    assertThat(ask(views, CHART).status()).isEqualTo(503);

    runDuty(views);
    runDuty(views);

    assertThat(text(views, REPORT)).isEqualTo("{\"tenants\":2}");
    assertThat(text(views, CHART)).isEqualTo("<svg/>");
    assertThat(ask(views, CHART).contentType()).isEqualTo("image/svg+xml");
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void a_run_that_fails_leaves_it_unknown() {
    Views views =
        ofAll(
            Optional.of(
                () -> {
                  throw new InputException("no");
                }));

    assertThat(ThrowableAssert.catchThrowable(() -> runDuty(views)))
        .isInstanceOf(InputException.class);
    assertThat(text(views, REPORT)).contains("hasn't ended");
  }

  @Test
  void it_is_for_those_who_may_see_all_tenants() throws Exception {
    Views views = views(Optional.of(this::run), Set.of(AccessRequest.listPods("")));
    runDuty(views);

    assertThat(ask(views, REPORT).status()).isEqualTo(403);
    assertThat(ask(views, CHART).status()).isEqualTo(403);
  }
}
