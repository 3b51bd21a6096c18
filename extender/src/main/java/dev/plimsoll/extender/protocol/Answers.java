package dev.plimsoll.extender.protocol;

import java.util.List;
import java.util.Map;

/** Writes what kube-scheduler is answered. */
public final class Answers {
  private static final int PER_SCORE = 60;
  private static final String NAMES = "{\"Nodes\":null,\"NodeNames\":[";
  private static final String WHOLE = "{\"Nodes\":{\"metadata\":{},\"items\":[";

  private Answers() {}

  /** Returns an ExtenderFilterResult in the form in which the question came. */
  public static byte[] filter(Candidates candidates, Filtered filtered) {
    JsonText json = new JsonText(candidates.bytes() + 128);
    json.raw(candidates.areWhole() ? WHOLE : NAMES);
    candidates.write(json, filtered);
    json.raw(candidates.areWhole() ? "]},\"NodeNames\":null" : "]");
    json.raw(",\"FailedNodes\":");
    texts(json, candidates, filtered.failed());
    json.raw(",\"FailedAndUnresolvableNodes\":");
    texts(json, candidates, filtered.unresolvable());
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

  /** Returns a HostPriorityList: a score for each candidate, from 0 to 10. */
  public static byte[] priorities(Candidates candidates, int[] scores) {
    JsonText json = new JsonText(candidates.size() * PER_SCORE + 16);
    json.raw("[");
    for (int i = 0; i < scores.length; i++) {
      json.raw(i == 0 ? "{\"Host\":" : ",{\"Host\":");
      candidates.writeName(json, i);
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

  private static void texts(JsonText json, Candidates candidates, List<String> texts) {
    json.raw("{");
    boolean first = true;
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      if (!text.isEmpty()) {
        json.raw(first ? "" : ",");
        candidates.writeName(json, i);
        json.raw(":").string(text);
        first = false;
      }
    }
    json.raw("}");
  }
}
