package dev.plimsoll.extender.protocol;

import dev.plimsoll.extender.scoring.BinPacking;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Writes responses to kube-scheduler. */
public final class ExtenderResults {
  private static final String NAMES = "{\"Nodes\":null,\"NodeNames\":[";
  private static final String WHOLE = "{\"Nodes\":{\"metadata\":{},\"items\":[";
  private static final String AFTER_NAMES = "]";
  private static final String AFTER_WHOLE = "]},\"NodeNames\":null";
  private static final String UNRESOLVABLE = ",\"FailedNodes\":{},\"FailedAndUnresolvableNodes\":{";
  private static final String END = "},\"Error\":\"\"}";
  private static final int FAILURES = (AFTER_NAMES + UNRESOLVABLE + END).length();
  private static final byte[] COMMA = {','};
  private static final String HOST = "{\"Host\":";
  private static final List<String> SCORES =
      IntStream.rangeClosed(0, BinPacking.MAX_SCORE)
          .mapToObj(s -> ",\"Score\":" + s + "}")
          .toList();

  private ExtenderResults() {}

  /** Returns an ExtenderFilterResult in the form in which the question came, in pieces. */
  public static List<byte[]> filter(
      CandidateNodes candidateNodes, ExtenderFilterResult extenderFilterResult) {
    return candidateNodes.areWhole()
        ? whole(candidateNodes, extenderFilterResult)
        : named(candidateNodes.names(), extenderFilterResult);
  }

  private static List<byte[]> named(
      NodeNames nodeNames, ExtenderFilterResult extenderFilterResult) {
    JsonOutput json = new JsonOutput(NAMES.length() + nodeNames.span() + FAILURES);
    nodeNames.write(json.raw(NAMES), extenderFilterResult);
    return List.of(failures(json.raw(AFTER_NAMES), nodeNames, extenderFilterResult));
  }

  private static List<byte[]> whole(
      CandidateNodes candidateNodes, ExtenderFilterResult extenderFilterResult) {
    List<byte[]> pieces = new ArrayList<>();
    pieces.add(new JsonOutput(WHOLE.length()).raw(WHOLE).toBytes());
    for (int i = 0; i < candidateNodes.size(); i++) {
      if (extenderFilterResult.passes(i)) {
        if (pieces.size() > 1) {
          pieces.add(COMMA);
        }
        pieces.add(candidateNodes.node(i));
      }
    }
    pieces.add(
        failures(
            new JsonOutput(FAILURES).raw(AFTER_WHOLE),
            candidateNodes.names(),
            extenderFilterResult));
    return Collections.unmodifiableList(pieces);
  }

  private static byte[] failures(
      JsonOutput json, NodeNames nodeNames, ExtenderFilterResult extenderFilterResult) {
    texts(json.raw(UNRESOLVABLE), nodeNames, extenderFilterResult.unresolvable());
    return json.raw(END).toBytes();
  }

  /** Returns an ExtenderFilterResult or ExtenderBindingResult that only has an error. */
  public static byte[] error(String sentence) {
    return new JsonOutput(sentence.length() + 16)
        .raw("{\"Error\":")
        .string(sentence)
        .raw("}")
        .toBytes();
  }

  /** Returns a HostPriorityList: a score for each candidate, from 0 to 10. */
  public static byte[] priorities(NodeNames nodeNames, int[] scores) {
    int bytes = "[".length() + nodeNames.bytes();
    for (int score : scores) {
      bytes += HOST.length() + SCORES.get(score).length() + ",".length();
    }
    JsonOutput json = new JsonOutput(bytes).raw("[");
    for (int i = 0; i < scores.length; i++) {
      nodeNames.write(json.raw(i == 0 ? "" : ",").raw(HOST), i);
      json.raw(SCORES.get(scores[i]));
    }
    return json.raw("]").toBytes();
  }

  /** Returns an ExtenderPreemptionResult. */
  public static byte[] preemption(Map<String, ExtenderPreemptionArgs.MetaVictims> victims) {
    JsonOutput json = new JsonOutput(256);
    json.raw("{\"NodeNameToMetaVictims\":{");
    boolean first = true;
    for (Map.Entry<String, ExtenderPreemptionArgs.MetaVictims> entry : victims.entrySet()) {
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

  private static void texts(JsonOutput json, NodeNames nodeNames, List<String> texts) {
    boolean first = true;
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      if (!text.isEmpty()) {
        nodeNames.write(json.raw(first ? "" : ","), i);
        json.raw(":").string(text);
        first = false;
      }
    }
  }
}
