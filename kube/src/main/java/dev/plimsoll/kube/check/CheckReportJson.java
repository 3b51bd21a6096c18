package dev.plimsoll.kube.check;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.file.FileLocation;
import dev.plimsoll.kubernetes.cluster.Unread;
import java.util.Collection;
import java.util.function.Function;

/** The answer as JSON, which is API. */
public final class CheckReportJson {
  private CheckReportJson() {}

  /** Returns the answer. */
  public static JsonObject of(CheckReport report) {
    JsonObject json = new JsonObject();
    json.addProperty("objects", report.objects());
    json.addProperty("pods", report.pods());
    json.addProperty("placed", report.placed());
    json.addProperty("asOf", report.asOf().toString());
    json.addProperty("compared", report.compared());
    json.addProperty("known", report.isKnown());
    json.add("findings", array(report.findings(), CheckReportJson::finding));
    json.add("better", array(report.better(), CheckReportJson::finding));
    json.add("unknown", texts(report.unknown()));
    json.add("omissions", texts(report.omissions()));
    json.add("unread", unread(report.unread()));
    return json;
  }

  private static JsonObject finding(ReportedFinding finding) {
    JsonObject json = new JsonObject();
    json.addProperty("effect", finding.effect().name());
    json.addProperty("level", finding.level().name());
    json.addProperty("rule", finding.rule());
    json.addProperty("object", finding.object());
    finding.position().ifPresent(p -> json.add("position", position(p)));
    json.addProperty("field", finding.field());
    json.addProperty("pods", finding.pods());
    json.addProperty("message", finding.message());
    json.add("details", texts(finding.details()));
    json.add("remedies", array(finding.remedies(), CheckReportJson::remedy));
    json.addProperty("fingerprint", finding.fingerprint());
    return json;
  }

  private static JsonObject position(FileLocation position) {
    JsonObject json = new JsonObject();
    json.addProperty("file", position.file());
    json.addProperty("line", position.line());
    json.addProperty("column", position.column());
    return json;
  }

  private static JsonObject remedy(ReportedRemedy remedy) {
    JsonObject json = new JsonObject();
    json.addProperty("action", remedy.action());
    json.addProperty("result", remedy.result());
    json.add("edits", array(remedy.edits(), CheckReportJson::edit));
    json.add("ask", texts(remedy.ask()));
    json.add("commands", texts(remedy.commands()));
    return json;
  }

  private static JsonObject edit(ManifestEdit edit) {
    JsonObject json = new JsonObject();
    json.add("position", position(edit.position()));
    json.addProperty("field", edit.field());
    edit.value().ifPresent(v -> json.addProperty("value", v));
    return json;
  }

  private static JsonObject unread(Unread unread) {
    JsonObject json = new JsonObject();
    json.addProperty("message", unread.isEmpty() ? "" : unread.message());
    json.addProperty("command", unread.isEmpty() ? "" : unread.command());
    json.add("rights", texts(unread.rights()));
    return json;
  }

  private static JsonArray texts(Collection<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }

  private static <T> JsonArray array(Collection<T> values, Function<T, JsonElement> each) {
    JsonArray array = new JsonArray();
    values.forEach(v -> array.add(each.apply(v)));
    return array;
  }
}
