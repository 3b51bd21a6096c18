package dev.plimsoll.console.tool;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.report.QuotaReport;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsage;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsages;
import java.util.List;
import java.util.Optional;

/** Shows the limits of quotas, the amounts charged to them, and the amounts that run. */
final class QuotaTool implements Tool {

  @Override
  public String name() {
    return "quota";
  }

  @Override
  public ToolAnswer answer(ToolArguments arguments, ClusterView view) {
    Optional<String> quota = arguments.text("quota");
    List<QuotaKeyUsage> usages =
        arguments
            .namespace()
            .map(n -> QuotaKeyUsages.of(view.cluster(), n))
            .orElseGet(() -> QuotaKeyUsages.of(view.cluster()))
            .stream()
            .filter(u -> quota.map(u.quota()::equals).orElse(true))
            .toList();
    JsonObject report = QuotaReport.of(usages, view.cluster(), arguments.namespace().orElse(""));
    List<QuotaKeyUsage> full = usages.stream().filter(QuotaTool::isFull).toList();
    JsonObject numbers = new JsonObject();
    numbers.addProperty("keys", usages.size());
    numbers.addProperty("full", full.size());
    return ToolAnswer.of(
        sentence(usages, full),
        numbers,
        GapItems.objects(report, "quotas").map(QuotaTool::item).toList(),
        AnswerNotes.of(report, report.get("asOf").getAsString()));
  }

  private static boolean isFull(QuotaKeyUsage usage) {
    return usage.used().filter(used -> used.compareTo(usage.hard()) >= 0).isPresent();
  }

  private static String sentence(List<QuotaKeyUsage> usages, List<QuotaKeyUsage> full) {
    if (usages.isEmpty()) {
      return "No quota; notRead names what was not read.";
    }
    String first =
        full.isEmpty()
            ? ""
            : " The first: key %s of quota %s, with %s of %s used."
                .formatted(
                    Quoted.of(full.get(0).key().toString()),
                    Quoted.of(full.get(0).namespace() + "/" + full.get(0).quota()),
                    full.get(0).used().orElseThrow(),
                    full.get(0).hard());
    return "%s, %d used up.%s"
        .formatted(Counted.of(usages.size(), "quota key"), full.size(), first);
  }

  private static JsonObject item(JsonObject usage) {
    JsonObject item = new JsonObject();
    for (String name : List.of("namespace", "name", "key")) {
      item.addProperty(name, Quoted.of(usage.get(name).getAsString()));
    }
    for (String name :
        List.of("hard", "used", "reserved", "placed", "pending", "nodesCouldGive", "binds")) {
      Optional.ofNullable(usage.get(name)).ifPresent(v -> item.add(name, v));
    }
    return item;
  }
}
