package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.json.Fields;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/**
 * UIDs in one text: the 16 bytes of each, all in base64. The API server makes no others; if there
 * is one anyway, they are written in full, after commas.
 */
final class UidColumn {
  private static final int LENGTH = 16;

  private UidColumn() {}

  static String write(List<String> uids) {
    if (!uids.stream().allMatch(UidColumn::isCanonical)) {
      return "," + String.join(",", uids);
    }
    ByteBuffer bytes = ByteBuffer.allocate(uids.size() * LENGTH);
    for (String uid : uids) {
      UUID uuid = UUID.fromString(uid);
      bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
    }
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  private static boolean isCanonical(String uid) {
    try {
      return UUID.fromString(uid).toString().equals(uid);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  static List<String> read(Fields group, String name) {
    String text = group.string(name);
    if (text.startsWith(",")) {
      return List.of(text.substring(1).split(",", -1));
    }
    ByteBuffer bytes = bytes(group, name, text);
    List<String> uids = new ArrayList<>(bytes.remaining() / LENGTH);
    while (bytes.hasRemaining()) {
      uids.add(new UUID(bytes.getLong(), bytes.getLong()).toString());
    }
    return List.copyOf(uids);
  }

  private static ByteBuffer bytes(Fields group, String name, String text) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
      if (bytes.remaining() % LENGTH == 0) {
        return bytes;
      }
      throw group.error(name, "was cut");
    } catch (IllegalArgumentException e) {
      throw group.error(name, "is not base64");
    }
  }
}
