// The databases at hand for a map: what the registry gives to those algorithms that need one. Views; whoever opened
// them keeps them alive as long as the agents made from them.
#pragma once

namespace waymark {

class CaseBase;
class PatternDatabase;
class DepthTree;
class PathDatabase;

struct Databases {
  const CaseBase* cases = nullptr;
  const CaseBase* cases_2009 = nullptr;
  const PatternDatabase* patterns = nullptr;  // with subgoals
  const PatternDatabase* depths = nullptr;    // with depths for global goals
  const DepthTree* tree = nullptr;
  const PathDatabase* paths = nullptr;
};

}  // namespace waymark
