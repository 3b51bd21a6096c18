package dev.plimsoll.admission.ledger;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.GangQuotas;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.Reservations;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A {@link QuotaLedger} as an object of the API. Its {@code spec} is that of a ResourceQuota, and
 * {@code quota}, the quota's name; {@code origin}, which quota it is; and {@code limitsVersion}, a
 * resource version of the quota that had these limits. Its {@code status} is the rest: {@code
 * formatVersion}; {@code used} and {@code reserved} of all, for people; what is used by namespace;
 * up to which {@code versions} it was counted; the reservations as {@link ReservationsJson} has
 * them; and what gangs hold as {@link GangQuotaJson} has it.
 */
public final class QuotaLedgerJson {
  static final String API_VERSION = "plimsoll.dev/v1alpha1";
  static final String KIND = "QuotaLedger";
  static final String STATUS = "status";
  private static final String FORMAT_VERSION = "1";
  private static final String LIMITS_VERSION = "limitsVersion";

  private QuotaLedgerJson() {}

  /**
   * Reads an object. One without a status is that of a quota whose usage wasn't counted yet.
   *
   * @throws InvalidLedgerException if it doesn't say what a ledger says
   */
  public static QuotaLedger read(JsonTree object) throws InvalidLedgerException {
    Fields fields = Fields.of(object);
    String name = "";
    try {
      ResourceQuota quota = (ResourceQuota) ObjectReader.read(object, ResourceQuota.TYPE);
      name = quota.name();
      Ledger ledger = Ledger.of(fields.object("spec").string("quota"), quota.spec());
      Fields status = fields.object(STATUS);
      if (!status.names().isEmpty()) {
        ledger = withStatus(ledger, status);
      }
      return new QuotaLedger(
          name,
          quota.metadata().uid(),
          quota.metadata().resourceVersion(),
          fields.object("spec").string(LIMITS_VERSION),
          ledger);
    } catch (DecodeException e) {
      throw new InvalidLedgerException(name, String.valueOf(e.getMessage()));
    }
  }

  private static Ledger withStatus(Ledger empty, Fields status) {
    if (!status.string("formatVersion").equals(FORMAT_VERSION)) {
      throw status.error(
          "formatVersion",
          "is \"" + status.string("formatVersion") + "\", not \"" + FORMAT_VERSION + "\"");
    }
    SortedMap<String, Resources> used = new TreeMap<>();
    for (Fields namespace : status.list("namespaces", n -> n)) {
      used.put(namespace.string("namespace"), amounts(namespace, "used"));
    }
    SortedMap<GroupResource, String> versions = new TreeMap<>();
    status.map("versions").forEach((resource, v) -> versions.put(resource(resource), v));
    return new Ledger(
        empty.name(),
        empty.spec(),
        used,
        versions,
        Reservations.of(ReservationsJson.read(status)),
        GangQuotas.of(status.list("gangs", GangQuotaJson::read)));
  }

  /** Reads amounts, which must not be negative. */
  static Resources amounts(Fields fields, String name) {
    Resources amounts = fields.resources(name);
    if (!amounts.negatives().isEmpty()) {
      throw fields.error(name, "has a negative amount of " + amounts.negatives().get(0));
    }
    return amounts;
  }

  /** Returns the object with which the status is replaced, if it is still of that version. */
  static JsonObject write(QuotaLedger stored) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", stored.name());
    metadata.addProperty("uid", stored.uid());
    metadata.addProperty("resourceVersion", stored.resourceVersion());
    JsonObject object = new JsonObject();
    object.addProperty("apiVersion", API_VERSION);
    object.addProperty("kind", KIND);
    object.add("metadata", metadata);
    object.add(STATUS, status(stored.ledger()));
    return object;
  }

  /** Returns the object of a quota's ledger, without a status. */
  static JsonObject object(String name, EnforcedQuota quota) {
    JsonObject labels = new JsonObject();
    labels.addProperty("app.kubernetes.io/managed-by", "plimsoll");
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", name);
    metadata.add("labels", labels);
    JsonObject object = new JsonObject();
    object.addProperty("apiVersion", API_VERSION);
    object.addProperty("kind", KIND);
    object.add("metadata", metadata);
    object.add("spec", spec(quota));
    return object;
  }

  private static JsonObject spec(EnforcedQuota quota) {
    JsonObject spec = new JsonObject();
    spec.addProperty("quota", quota.origin().quota());
    spec.addProperty("origin", quota.origin().toString());
    if (!quota.limitsVersion().isEmpty()) {
      spec.addProperty(LIMITS_VERSION, quota.limitsVersion());
    }
    spec.add("hard", json(quota.spec().hard()));
    if (!quota.spec().scopes().isEmpty()) {
      spec.add("scopes", strings(quota.spec().scopes()));
    }
    if (!quota.spec().scopeSelector().isEmpty()) {
      JsonArray expressions = new JsonArray();
      for (ScopedResourceSelectorRequirement requirement : quota.spec().scopeSelector()) {
        JsonObject expression = new JsonObject();
        expression.addProperty("scopeName", requirement.scopeName());
        expression.addProperty("operator", requirement.operator());
        expression.add("values", strings(requirement.values()));
        expressions.add(expression);
      }
      JsonObject selector = new JsonObject();
      selector.add("matchExpressions", expressions);
      spec.add("scopeSelector", selector);
    }
    return spec;
  }

  private static JsonArray strings(List<String> texts) {
    JsonArray json = new JsonArray();
    texts.forEach(json::add);
    return json;
  }

  private static JsonObject status(Ledger ledger) {
    JsonArray namespaces = new JsonArray();
    ledger
        .used()
        .forEach(
            (namespace, used) -> {
              JsonObject json = new JsonObject();
              json.addProperty("namespace", namespace);
              json.add("used", json(used));
              namespaces.add(json);
            });
    JsonObject versions = new JsonObject();
    ledger.versions().forEach((resource, v) -> versions.addProperty(resource.toString(), v));
    JsonObject status = new JsonObject();
    status.addProperty("formatVersion", FORMAT_VERSION);
    status.add("used", json(ledger.known()));
    status.add("reserved", json(ledger.reserved()));
    status.add("namespaces", namespaces);
    status.add("versions", versions);
    status.add("reservations", ReservationsJson.write(ledger.reservations().values()));
    if (!ledger.gangs().isEmpty()) {
      status.add("gangs", GangQuotaJson.write(ledger.gangs()));
    }
    return status;
  }

  static JsonObject json(Resources amounts) {
    JsonObject json = new JsonObject();
    amounts.forEach((key, quantity) -> json.addProperty(key.name(), quantity.toString()));
    return json;
  }

  private static GroupResource resource(String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new GroupResource("", text)
        : new GroupResource(text.substring(dot + 1), text.substring(0, dot));
  }
}
