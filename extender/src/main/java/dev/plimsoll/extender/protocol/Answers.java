package dev.plimsoll.extender.protocol;

import dev.plimsoll.model.packing.Packing;
import java.util.ArrayList;
import java.util.Collections;
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
  private static final int FAILURES = (AFTER_NAMES + FAILED + UNRESOLVABLE + END).length();
  private static final byte[] COMMA = {','};
  private static final String HOST = "{\"Host\":";
  private static final List<String> SCORES =
      IntStream.rangeClosed(0, Packing.MAX_SCORE).mapToObj(s -> ",\"Score\":" + s + "}").toList();

  private Answers() {}

  /** Returns an ExtenderFilterResult in the form in which the question came, in pieces. */
  public static List<byte[]> filter(Candidates candidates, Filtered filtered) {
    return candidates.areWhole()
        ? whole(candidates, filtered)
        : named(candidates.names(), filtered);
  }

  private static List<byte[]> named(Names names, Filtered filtered) {
    JsonText json = new JsonText(NAMES.length() + names.span() + FAILURES);
    names.write(json.raw(NAMES), filtered);
    return List.of(failures(json.raw(AFTER_NAMES), names, filtered));
  }

  private static List<byte[]> whole(Candidates candidates, Filtered filtered) {
    List<byte[]> pieces = new ArrayList<>();
    pieces.add(new JsonText(WHOLE.length()).raw(WHOLE).toBytes());
    for (int i = 0; i < candidates.size(); i++) {
      if (filtered.passes(i)) {
        if (pieces.size() > 1) {
          pieces.add(COMMA);
        }
        pieces.add(candidates.node(i));
      }
    }
    pieces.add(failures(new JsonText(FAILURES).raw(AFTER_WHOLE), candidates.names(), filtered));
    return Collections.unmodifiableList(pieces);
  }

  private static byte[] failures(JsonText json, Names names, Filtered filtered) {
    texts(json.raw(FAILED), names, filtered.failed());
    texts(json.raw(UNRESOLVABLE), names, filtered.unresolvable());
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
  public static byte[] priorities(Names names, int[] scores) {
    int bytes = "[".length() + names.bytes();
    for (int score : scores) {
      bytes += HOST.length() + SCORES.get(score).length() + ",".length();
    }
    JsonText json = new JsonText(bytes).raw("[");
    for (int i = 0; i < scores.length; i++) {
      names.write(json.raw(i == 0 ? "" : ",").raw(HOST), i);
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

  private static void texts(JsonText json, Names names, List<String> texts) {
    boolean first = true;
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      if (!text.isEmpty()) {
        names.write(json.raw(first ? "" : ","), i);
        json.raw(":").string(text);
        first = false;
      }
    }
  }
}
