package dev.plimsoll.extender.journal;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.accounting.EvictionCandidate;
import dev.plimsoll.extender.accounting.EvictionChoice;
import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.NodeCheck;
import dev.plimsoll.extender.accounting.QuotaCheck;
import dev.plimsoll.extender.accounting.ShareCheck;
import dev.plimsoll.extender.accounting.VictimShares;
import dev.plimsoll.extender.journal.Grounds.ScoredNode;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Grounds as JSON. */
final class GroundsJson {
  static final Grounds OLDER = new Grounds.Unrecorded("an older version wrote the entry");

  /** How many numbers a scored node has whose domain doesn't count. */
  private static final int WITHOUT_DOMAIN = 6;

  private GroundsJson() {}

  static JsonObject write(Grounds grounds) {
    JsonObject json = new JsonObject();
    if (grounds instanceof Grounds.Unrecorded unrecorded) {
      json.addProperty("unrecorded", unrecorded.why());
    } else if (grounds instanceof Grounds.Binding binding) {
      json.add("node", write(binding.resources()));
    } else if (grounds instanceof Grounds.Evictions evictions) {
      evictions.choice().gang().ifPresent(g -> json.add("gang", CheckJson.write(g)));
      json.add("candidates", array(evictions.choice().candidates(), GroundsJson::write));
      JsonArray allowed = new JsonArray();
      evictions.allowed().forEach(allowed::add);
      json.add("allowed", allowed);
    } else if (grounds instanceof Grounds.Scores scores) {
      json.addProperty("wantsDevices", scores.wantsDevices());
      json.add("scores", array(scores.nodes(), GroundsJson::write));
    }
    return json;
  }

  private static <T> JsonArray array(List<T> some, Function<T, JsonElement> write) {
    JsonArray array = new JsonArray();
    some.forEach(s -> array.add(write.apply(s)));
    return array;
  }

  private static JsonObject write(NodeCheck node) {
    JsonObject json = new JsonObject();
    json.add("requested", CheckJson.write(node.requested()));
    json.add("free", CheckJson.write(node.free()));
    return json;
  }

  private static JsonArray write(ScoredNode scored) {
    NodeHeadroom node = scored.node();
    JsonArray json = new JsonArray();
    json.add(node.devices());
    json.add(node.freeDevices());
    json.add(node.pods());
    json.add(node.load());
    json.add(node.order());
    if (node.domain() != 0) {
      json.add(node.domain());
    }
    json.add(scored.score());
    return json;
  }

  private static JsonObject write(EvictionCandidate candidate) {
    JsonObject json = new JsonObject();
    json.addProperty("name", candidate.node());
    json.addProperty("reserved", candidate.isReserved());
    json.addProperty("violatesBudgets", candidate.isViolatingBudgets());
    json.add("quotas", array(candidate.quotas(), CheckJson::write));
    json.add("node", write(candidate.resources()));
    json.add("shares", array(candidate.shares(), GroundsJson::write));
    json.addProperty("part", candidate.part());
    json.addProperty("oldest", candidate.oldest().toString());
    return json;
  }

  private static JsonObject write(VictimShares shares) {
    JsonObject json = new JsonObject();
    json.addProperty("reclaims", shares.isReclaiming());
    shares.check().ifPresent(c -> json.add("check", CheckJson.write(c)));
    json.addProperty("notBorrowing", shares.notBorrowing());
    json.addProperty("othersNotBorrowing", shares.othersNotBorrowing());
    return json;
  }

  /**
   * Reads what {@link #write} wrote; throws some runtime exception if it is something else.
   *
   * @param json the grounds; empty in an entry of {@code filter}, or of an older version
   */
  static Grounds read(String verb, Optional<JsonObject> json) {
    return json.map(GroundsJson::read)
        .orElseGet(() -> verb.equals("filter") ? new Grounds.Checks() : OLDER);
  }

  private static Grounds read(JsonObject json) {
    if (json.has("unrecorded")) {
      return new Grounds.Unrecorded(json.get("unrecorded").getAsString());
    }
    if (json.has("scores")) {
      return new Grounds.Scores(
          json.get("wantsDevices").getAsBoolean(),
          list(json, "scores", each -> scored(each.getAsJsonArray())));
    }
    return json.has("candidates")
        ? new Grounds.Evictions(
            new EvictionChoice(
                Optional.ofNullable(json.getAsJsonObject("gang"))
                    .map(g -> (GangCheck) CheckJson.read(g)),
                list(json, "candidates", each -> candidate(each.getAsJsonObject()))),
            new TreeSet<>(list(json, "allowed", JsonElement::getAsString)))
        : new Grounds.Binding(node(json.getAsJsonObject("node")));
  }

  private static <T> List<T> list(JsonObject json, String name, Function<JsonElement, T> read) {
    return StreamSupport.stream(json.getAsJsonArray(name).spliterator(), false).map(read).toList();
  }

  private static NodeCheck node(JsonObject json) {
    return new NodeCheck(
        CheckJson.resources(json.getAsJsonObject("requested")),
        CheckJson.resources(json.getAsJsonObject("free")));
  }

  private static ScoredNode scored(JsonArray json) {
    List<Long> numbers = new ArrayList<>();
    json.forEach(n -> numbers.add(n.getAsLong()));
    NodeHeadroom node =
        new NodeHeadroom(
            numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3), numbers.get(4));
    return new ScoredNode(
        numbers.size() > WITHOUT_DOMAIN ? node.withDomain(numbers.get(5)) : node,
        json.get(numbers.size() - 1).getAsInt());
  }

  private static EvictionCandidate candidate(JsonObject json) {
    return new EvictionCandidate(
        json.get("name").getAsString(),
        json.get("reserved").getAsBoolean(),
        json.get("violatesBudgets").getAsBoolean(),
        list(json, "quotas", each -> (QuotaCheck) CheckJson.read(each.getAsJsonObject())),
        node(json.getAsJsonObject("node")),
        list(json, "shares", each -> shares(each.getAsJsonObject())),
        json.get("part").getAsDouble(),
        Instant.parse(json.get("oldest").getAsString()));
  }

  private static VictimShares shares(JsonObject json) {
    return new VictimShares(
        json.get("reclaims").getAsBoolean(),
        Optional.ofNullable(json.getAsJsonObject("check")).map(c -> (ShareCheck) CheckJson.read(c)),
        json.get("notBorrowing").getAsInt(),
        json.get("othersNotBorrowing").getAsInt());
  }
}
