package dev.plimsoll.extender.protocol;

import java.util.List;
import java.util.Map;

/** Writes what kube-scheduler is answered. */
public final class Answers {
  private static final int PER_NAME = 40;

  private Answers() {}

  /**
   * Returns an ExtenderFilterResult in the form in which the question came.
   *
   * @param passing whether each candidate passes
   * @param failed why the others don't, by name, where evicting pods could help
   * @param unresolvable why the others don't, by name, where it could not
   */
  public static byte[] filter(
      Candidates candidates,
      boolean[] passing,
      Map<String, String> failed,
      Map<String, String> unresolvable) {
    int size = candidates instanceof Candidates.Objects o ? o.body().length : 0;
    JsonText json = new JsonText(size + candidates.names().size() * PER_NAME + 128);
    if (candidates instanceof Candidates.Objects objects) {
      json.raw("{\"Nodes\":{\"metadata\":{},\"items\":[");
      boolean first = true;
      for (int i = 0; i < passing.length; i++) {
        if (passing[i]) {
          json.raw(first ? "" : ",");
          json.raw(objects.body(), objects.ranges()[2 * i], objects.ranges()[2 * i + 1]);
          first = false;
        }
      }
      json.raw("]},\"NodeNames\":null");
    } else {
      json.raw("{\"Nodes\":null,\"NodeNames\":[");
      boolean first = true;
      for (int i = 0; i < passing.length; i++) {
        if (passing[i]) {
          json.raw(first ? "" : ",").string(candidates.names().get(i));
          first = false;
        }
      }
      json.raw("]");
    }
    json.raw(",\"FailedNodes\":");
    texts(json, failed);
    json.raw(",\"FailedAndUnresolvableNodes\":");
    texts(json, unresolvable);
    return json.raw(",\"Error\":\"\"}").toBytes();
  }

  /** Returns an ExtenderFilterResult or ExtenderBindingResult that only has an error. */
  public static byte[] error(String sentence) {
    return new JsonText(sentence.length() + 16)
        .raw("{\"Error\":")
        .string(sentence)
        .raw("}")
        .toBytes();
  }

  /** Returns a HostPriorityList. */
  public static byte[] priorities(List<String> names, int[] scores) {
    JsonText json = new JsonText(names.size() * (PER_NAME + 20));
    json.raw("[");
    for (int i = 0; i < scores.length; i++) {
      json.raw(i == 0 ? "{\"Host\":" : ",{\"Host\":").string(names.get(i));
      json.raw(",\"Score\":").raw(Integer.toString(scores[i])).raw("}");
    }
    return json.raw("]").toBytes();
  }

  /** Returns an ExtenderPreemptionResult. */
  public static byte[] preemption(Map<String, PreemptionArgs.Victims> victims) {
    JsonText json = new JsonText(256);
    json.raw("{\"NodeNameToMetaVictims\":{");
    boolean first = true;
    for (Map.Entry<String, PreemptionArgs.Victims> entry : victims.entrySet()) {
      json.raw(first ? "" : ",").string(entry.getKey()).raw(":{\"Pods\":[");
      first = false;
      boolean firstPod = true;
      for (String uid : entry.getValue().uids()) {
        json.raw(firstPod ? "{\"UID\":" : ",{\"UID\":").string(uid).raw("}");
        firstPod = false;
      }
      json.raw("],\"NumPDBViolations\":")
          .raw(Long.toString(entry.getValue().violations()))
          .raw("}");
    }
    return json.raw("}}").toBytes();
  }

  private static void texts(JsonText json, Map<String, String> texts) {
    json.raw("{");
    boolean first = true;
    for (Map.Entry<String, String> text : texts.entrySet()) {
      json.raw(first ? "" : ",").string(text.getKey()).raw(":").string(text.getValue());
      first = false;
    }
    json.raw("}");
  }
}
