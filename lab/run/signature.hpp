// One number that shows whether an algorithm still does exactly what it did: over fixed scenes, a hash of every status,
// cost, counter and step, or of a database's bytes. The same on every compiler, optimisation level and thread count.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/agent/registry.hpp"

namespace waymark {

// A map of the generator with problems drawn from its own seed.
struct SignatureScene {
  std::string_view name;
  MoveRules rules;
};
std::vector<SignatureScene> signature_scenes();

// Of `text` (see parse_algorithm) on a scene; fails where the algorithm does not fit the scene's rules.
Result<std::uint64_t> signature(std::string_view text, const SignatureScene& scene);

// The same of what `text` does while its scene changes: areas near its way are blocked and freed, and the goal moves.
Result<std::uint64_t> changing_signature(std::string_view text, const SignatureScene& scene);
// Of those that it is told for: of each kind of move rules one.
std::vector<SignatureScene> changing_signature_scenes();

// Of the bytes of a small database of the scene's map.
Result<std::uint64_t> database_signature(DatabaseKind kind, const SignatureScene& scene);

}  // namespace waymark
