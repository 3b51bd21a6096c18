package dev.plimsoll.extender.protocol;

import dev.plimsoll.model.packing.Packing;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Writes what kube-scheduler is answered. */
public final class Answers {
  private static final String NAMES = "{\"Nodes\":null,\"NodeNames\":[";
  private static final String WHOLE = "{\"Nodes\":{\"metadata\":{},\"items\":[";
  private static final String AFTER_NAMES = "]";
  private static final String AFTER_WHOLE = "]},\"NodeNames\":null";
  private static final String FAILED = ",\"FailedNodes\":{";
  private static final String UNRESOLVABLE = "},\"FailedAndUnresolvableNodes\":{";
  private static final String END = "},\"Error\":\"\"}";
  private static final String HOST = "{\"Host\":";
  private static final List<String> SCORES =
      IntStream.rangeClosed(0, Packing.MAX_SCORE).mapToObj(s -> ",\"Score\":" + s + "}").toList();

  private Answers() {}

  /** Returns an ExtenderFilterResult in the form in which the question came. */
  public static byte[] filter(Candidates candidates, Filtered filtered) {
    String before = candidates.areWhole() ? WHOLE : NAMES;
    String after = candidates.areWhole() ? AFTER_WHOLE : AFTER_NAMES;
    int texts = (before + after + FAILED + UNRESOLVABLE + END).length();
    JsonText json = new JsonText(candidates.bytes() + texts).raw(before);
    candidates.write(json, filtered);
    json.raw(after).raw(FAILED);
    texts(json, candidates, filtered.failed());
    json.raw(UNRESOLVABLE);
    texts(json, candidates, filtered.unresolvable());
    return json.raw(END).toBytes();
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
    int bytes = "[".length() + candidates.nameBytes();
    for (int score : scores) {
      bytes += HOST.length() + SCORES.get(score).length() + ",".length();
    }
    JsonText json = new JsonText(bytes).raw("[");
    for (int i = 0; i < scores.length; i++) {
      json.raw(i == 0 ? "" : ",").raw(HOST);
      candidates.writeName(json, i);
      json.raw(SCORES.get(scores[i]));
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
  }
}
