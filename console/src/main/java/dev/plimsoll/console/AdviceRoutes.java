package dev.plimsoll.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Visibility;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The routes of recommended quotas. It follows from what all tenants have and ask for, and its
 * derivation says so, so that it is for those who may see all of them.
 */
final class AdviceRoutes {
  private static final Map<String, String> DOWNLOAD =
      Map.of("Content-Disposition", "attachment; filename=\"plimsoll-quotas.yaml\"");

  private final Reports reports;
  private final Supplier<? extends Collection<CapacityPolicy>> policies;
  private final AdviceSource source;

  AdviceRoutes(
      Reports reports,
      Supplier<? extends Collection<CapacityPolicy>> policies,
      AdviceSource source) {
    this.reports = reports;
    this.policies = policies;
    this.source = source;
  }

  List<Route> all() {
    return List.of(
        reports.get("/api/v1/advice", (call, visibility) -> answer(visibility, this::json)),
        reports.get("/api/v1/advice/patch", (call, visibility) -> answer(visibility, this::patch)));
  }

  private Reply answer(
      Visibility visibility, Function<List<AdviceSource.PolicyAdvice>, Reply> write) {
    visibility.requireAll();
    try {
      return write.apply(source.advise(reports.cluster(), List.copyOf(policies.get())));
    } catch (InputException e) {
      return Reply.error(409, String.valueOf(e.getMessage()));
    }
  }

  private Reply json(List<AdviceSource.PolicyAdvice> advice) {
    JsonArray reportsOfPolicies = new JsonArray();
    advice.forEach(a -> reportsOfPolicies.add(a.report()));
    JsonObject all = new JsonObject();
    all.add("advice", reportsOfPolicies);
    return Reports.json(all);
  }

  private Reply patch(List<AdviceSource.PolicyAdvice> advice) {
    String yaml =
        advice.stream().map(AdviceSource.PolicyAdvice::patch).collect(Collectors.joining());
    return new Reply(200, "application/yaml", yaml.getBytes(StandardCharsets.UTF_8))
        .withHeaders(DOWNLOAD);
  }
}
